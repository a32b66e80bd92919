// What a row is read as: logits scaled and masked, item by item. The kernel declares Item, KeepItem, ITEMS, MASKED, SCALE and
// the bindings x and keep.
// Stands for masked out: finite even after exp has multiplied it by log2(e).
const LOWEST = -0x1p+127f;

fn logits(row: u32, item: u32) -> Item {
  let value = SCALE * x[row * ITEMS + item];
  if (MASKED) {
    return select(Item(LOWEST), value, keep[item] != KeepItem(0u));
  }
  return value;
}
