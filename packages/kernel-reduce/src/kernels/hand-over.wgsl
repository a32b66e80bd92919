// Hands 32 bits from every workgroup to the last one to finish. WGSL has no fence across workgroups, and nothing orders two relaxed
// atomics, so that a flag beside a value could be seen before it: each half of a value travels with a flag of its own. The kernel
// declares GROUPS.
const READY = 0x10000u;

// A ticket, then two words a workgroup; all zero when the dispatch begins.
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>>;

// Whether this workgroup is the last one to publish; one thread of each asks, once.
fn publish(group: u32, bits: u32) -> bool {
  atomicStore(&state[1u + 2u * group], READY | (bits & 0xffffu));
  atomicStore(&state[2u + 2u * group], READY | (bits >> 16u));
  return atomicAdd(&state[0], 1u) == GROUPS - 1u;
}

fn collect(group: u32) -> u32 {
  return await_half(1u + 2u * group) | (await_half(2u + 2u * group) << 16u);
}

// Waits only for stores that were issued before the last ticket was drawn.
fn await_half(index: u32) -> u32 {
  var half = atomicLoad(&state[index]);
  while (half < READY) {
    half = atomicLoad(&state[index]);
  }
  return half & 0xffffu;
}
