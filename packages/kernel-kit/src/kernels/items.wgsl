// Maximum and sum inside an item of WIDTH columns, 4 or 1. The kernel declares Item, vec4<f32> or f32, and WIDTH.
fn highest(item: Item) -> f32 {
  let quad = vec4f(item);
  return max(max(quad.x, quad.y), max(quad.z, quad.w));
}

// A single column fills all four lanes, and counts as a quarter in each.
fn total(item: Item) -> f32 {
  let quad = vec4f(item);
  return ((quad.x + quad.y) + (quad.z + quad.w)) * (f32(WIDTH) / 4.0);
}
