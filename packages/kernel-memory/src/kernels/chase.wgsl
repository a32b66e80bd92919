// One thread follows a chain: each load says where the next one is, so that they cannot overlap, and their time is the latency of the memory.
// It leaves where it ends and the wrapping sum of all places that it came by.
const HOPS = 100u;

@group(0) @binding(0) var<storage, read> next: array<u32>;
@group(0) @binding(1) var<storage, read_write> trail: array<u32>;

@compute @workgroup_size(1)
fn main() {
  var place = 0u;
  var sum = 0u;
  for (var hop = 0u; hop < HOPS; hop++) {
    place = next[place];
    sum += place;
  }
  trail[0] = place;
  trail[1] = sum;
}
