// Tiles whose prefix sums are written: the sums within a vec4, its prefixes, and the store of one.
const EXCLUSIVE = false;

@group(0) @binding(1) var<storage, read_write> result: array<vec4<Value>>;

#import tiles.wgsl

// Sums within a quad, left to right.
fn scan_quad(quad: vec4<Value>) -> vec4<Value> {
  let two = quad.x + quad.y;
  let three = two + quad.z;
  return vec4<Value>(quad.x, two, three, three + quad.w);
}

// What a quad of the result is, from the sums within it and what stands before it.
fn prefix_quad(before: Value, sums: vec4<Value>) -> vec4<Value> {
  return select(before + sums, vec4<Value>(before, before + sums.xyz), EXCLUSIVE);
}

fn write_quad(index: u32, quad: vec4<Value>) {
  if (N % (4u * TILE_QUADS) == 0u || index < N / 4u) {
    result[index] = quad;
  } else if (index == N / 4u) {
    // Behind the last element is not ours.
    for (var part = 0u; part < N % 4u; part++) {
      result[index][part] = quad[part];
    }
  }
}

fn store_quad(index: u32, before: Value, sums: vec4<Value>) {
  write_quad(index, prefix_quad(before, sums));
}
