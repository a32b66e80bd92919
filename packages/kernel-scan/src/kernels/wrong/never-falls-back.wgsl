// WRONG: a tile whose predecessor stays silent for a few looks goes on as if it were the first one. That passes as long as
// workgroups begin in order and make progress together, which WGSL does not promise.
const N = 1024u;
const EXCLUSIVE = false;
const REVERSE = false;
alias Value = f32;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const TILE = 16u * WORKGROUP;
const TILES = (N + TILE - 1u) / TILE;
const LOOKS = 16u;
const FIRST_STATE = 32u;

@group(0) @binding(0) var<storage, read> values: array<Value>;
@group(0) @binding(1) var<storage, read_write> result: array<Value>;
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>>;

fn look(index: u32) -> u32 {
  for (var looks = 0u; looks < LOOKS; looks++) {
    let word = atomicLoad(&state[index]);
    if (word > 0xffffu) {
      return word & 0xffffu;
    }
  }
  return 0u;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) thread: u32) {
  if (thread > 0u) {
    return;
  }
  var tile = atomicAdd(&state[0], 1u);
  if (tile >= TILES) {
    return;
  }
  tile = select(tile, TILES - 1u - tile, REVERSE);
  let own = FIRST_STATE + 2u * tile;
  var sum = Value(0);
  if (tile > 0u) {
    sum = bitcast<Value>(look(own - 2u) | (look(own - 1u) << 16u));
  }
  for (var place = 0u; place < TILE; place++) {
    let index = tile * TILE + place;
    if (index < N) {
      let next = sum + values[index];
      result[index] = select(next, sum, EXCLUSIVE);
      sum = next;
    }
  }
  atomicStore(&state[own], 0x10000u | (bitcast<u32>(sum) & 0xffffu));
  atomicStore(&state[own + 1u], 0x10000u | (bitcast<u32>(sum) >> 16u));
}
