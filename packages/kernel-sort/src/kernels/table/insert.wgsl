// Gives each key the first slot from its own one on that is empty or has the same key, by compare and exchange.
const COUNT = 1024u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> slots: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> places: array<u32>;

#import table/slots.wgsl

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * 256u + thread;
  if (index < COUNT) {
    places[index] = insert(keys[index]);
  }
}

// There is room: a table has as many slots as keys, or more.
fn insert(key: u32) -> u32 {
  var slot = first_slot(key);
  loop {
    var held = atomicLoad(&slots[slot]);
    if (held == NONE) {
      let outcome = atomicCompareExchangeWeak(&slots[slot], NONE, key);
      if (outcome.exchanged) {
        return slot;
      }
      held = outcome.old_value;
    }
    if (held == key) {
      return slot;
    }
    // A weak exchange may fail for no reason: the slot is still empty, and tried again.
    if (held != NONE) {
      slot = next_slot(slot);
    }
  }
}
