// What workgroups that stay tell each other, a word a tile.

// Looks at a tile that is silent before it is summed up by whoever needs it.
const LOOKS = 16u;

#import quads.wgsl

// A ticket, then from FIRST_STATE on a word a tile; all zero when the dispatch begins. The ticket has 128 bytes to itself: a cache line that
// everybody increments is a bad place for anything else.
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>>;
const FIRST_STATE = 32u;
// A tile is silent while its word is 0, else the word is its sum under this key: one load tells both, and 32 of them a cache line. A sum
// that is the key itself is never heard of. Such a tile is summed up by whoever needs it, which is slow and right.
const KEY = 0x7fc5a1e7u;

fn publish(tile: u32, sum: Value) {
  atomicStore(&state[FIRST_STATE + tile], bitcast<u32>(sum) ^ KEY);
}

// On behalf of a silent tile, whose owner comes to the same sum.
fn publish_for(tile: u32, sum: Value) {
  _ = atomicCompareExchangeWeak(&state[FIRST_STATE + tile], 0u, bitcast<u32>(sum) ^ KEY);
}

struct Seen {
  is_silent: bool,
  sum: Value,
}

const NO_TILE = Seen(false, Value(0));

// What a tile has published.
fn seen_of(tile: u32) -> Seen {
  let word = atomicLoad(&state[FIRST_STATE + tile]);
  return Seen(word == 0u, bitcast<Value>(word ^ KEY));
}

fn seen_in(wanted: u32, tile: u32) -> Seen {
  if (wanted >= tile) {
    return NO_TILE;
  }
  return seen_of(wanted);
}
