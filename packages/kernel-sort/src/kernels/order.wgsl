// Words of 32 bits as unsigned numbers in the order of their type: 0 unsigned, 1 signed, 2 floats in the total order of IEEE 754.
const ORDER = 0u;

fn ordered(word: u32) -> u32 {
  if (ORDER == 2u) {
    return word ^ select(0x80000000u, 0xffffffffu, word >= 0x80000000u);
  }
  return select(word, word ^ 0x80000000u, ORDER == 1u);
}
