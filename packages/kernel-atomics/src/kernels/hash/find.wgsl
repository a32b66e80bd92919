// A query a thread: how often its key was put in. A free slot ends the search: the key would be there.
#import hash/table.wgsl

@group(0) @binding(0) var<storage, read> queries: array<u32>;
@group(0) @binding(1) var<storage, read> held: array<u32>;
@group(0) @binding(2) var<storage, read> counts: array<u32>;
@group(0) @binding(3) var<storage, read_write> found: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index >= N) {
    return;
  }
  let key = queries[index];
  let step = step_of(key);
  var slot = slot_of(key, SLOTS);
  loop {
    let there = held[slot];
    if (there == key || there == FREE) {
      found[index] = select(0u, counts[slot], there == key);
      return;
    }
    slot = next_slot(slot, step);
  }
}
