// Terms that are added to words: term i is word i mod 4 of a key, xor i, so that no sum is known before.
const N = 1000u;
const TARGETS = 16u;
const GROUPS = 4u;
const STEPS = 1u;
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> key: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;

#import spread.wgsl

fn term(index: u32) -> u32 {
  return key[index % 4u] ^ index;
}
