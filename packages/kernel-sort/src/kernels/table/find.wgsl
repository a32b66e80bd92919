// Looks for each key from its first slot on, until it is there, or an empty slot says that it is not, or all have been passed.
const COUNT = 1024u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read> slots: array<u32>;
@group(0) @binding(2) var<storage, read_write> places: array<u32>;

#import table/slots.wgsl

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * 256u + thread;
  if (index < COUNT) {
    places[index] = find(keys[index]);
  }
}

fn find(key: u32) -> u32 {
  var slot = first_slot(key);
  for (var passed = 0u; passed < SLOTS; passed++) {
    let held = slots[slot];
    if (held == key) {
      return slot;
    }
    if (held == NONE) {
      return NONE;
    }
    slot = next_slot(slot);
  }
  return NONE;
}
