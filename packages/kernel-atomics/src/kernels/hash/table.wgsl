// A table with open addressing: a key lies in the first slot of its own sequence that was free when it came. A slot once taken stays taken.
const N = 1000u;
const SLOTS = 2003u; // prime: every step comes by all slots
const DOUBLE = false; // whether the step from slot to slot is the key's own, or 1
const WORKGROUP = 256u;
const GRID_X = 128u;
const FREE = 0u;

#import spread.wgsl

fn step_of(key: u32) -> u32 {
  if (DOUBLE) {
    return 1u + slot_of(key ^ 0x5bd1e995u, SLOTS - 1u);
  }
  return 1u;
}

fn next_slot(slot: u32, step: u32) -> u32 {
  return select(slot + step, slot + step - SLOTS, slot + step >= SLOTS);
}
