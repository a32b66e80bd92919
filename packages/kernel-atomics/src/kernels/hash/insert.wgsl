// A key a thread: it takes a free slot by compare-and-exchange, or finds the one that has its key, and counts there.
const LOOKS_FIRST = false; // whether a slot is loaded before it is tried

#import hash/table.wgsl

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> held: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;

// The key that is in the slot once this one has tried it; FREE where the exchange failed for no reason.
fn claim(slot: u32, key: u32) -> u32 {
  if (LOOKS_FIRST) {
    let there = atomicLoad(&held[slot]);
    if (there != FREE) {
      return there;
    }
  }
  let tried = atomicCompareExchangeWeak(&held[slot], FREE, key);
  return select(tried.old_value, key, tried.exchanged);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index >= N) {
    return;
  }
  let key = keys[index];
  let step = step_of(key);
  var slot = slot_of(key, SLOTS);
  // There are more slots than keys: one of them is this key's or free.
  loop {
    let there = claim(slot, key);
    if (there == key) {
      atomicAdd(&counts[slot], 1u);
      return;
    }
    if (there != FREE) {
      slot = next_slot(slot, step);
    }
  }
}
