// The digit of a key by which a pass sorts.
const RADIX = 16u;

#import order.wgsl

fn digit_of(key: u32, shift: u32) -> u32 {
  return (ordered(key) >> shift) & (RADIX - 1u);
}
