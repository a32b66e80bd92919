// What tiles tell each other: two words each, in which every value carries its state. Who imports this declares `Value`.
// The ticket has 128 bytes to itself: a cache line that everybody increments is a bad place for anything else.
const FIRST_STATE = 32u;
// States of a tile, in the upper half of both of its words. The lower halves hold its value.
const SILENT = 0u;
const SUM_BY_OTHER = 1u;
const SUM = 2u;
const PREFIX = 3u;

// A ticket, then two words a tile; all zero when the dispatch begins.
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>>;

fn low_word(kind: u32, value: Value) -> u32 {
  return (kind << 16u) | (bitcast<u32>(value) & 0xffffu);
}

fn high_word(kind: u32, value: Value) -> u32 {
  return (kind << 16u) | (bitcast<u32>(value) >> 16u);
}

// Nothing orders two relaxed atomics, so each half of a value carries its own state: a pair of two states is no pair.
fn publish(tile: u32, kind: u32, value: Value) {
  atomicStore(&state[FIRST_STATE + 2u * tile], low_word(kind, value));
  atomicStore(&state[FIRST_STATE + 2u * tile + 1u], high_word(kind, value));
}

// On behalf of a silent tile: its owner's stores replace these and are never replaced by them. Who has won the low word
// alone tries the high one, so that no pair has two authors.
fn publish_for(tile: u32, value: Value) {
  let low = &state[FIRST_STATE + 2u * tile];
  if (atomicCompareExchangeWeak(low, 0u, low_word(SUM_BY_OTHER, value)).exchanged) {
    let high = &state[FIRST_STATE + 2u * tile + 1u];
    _ = atomicCompareExchangeWeak(high, 0u, high_word(SUM_BY_OTHER, value));
  }
}

struct Seen {
  kind: u32,
  value: Value,
}

// What a tile has published.
fn seen_of(tile: u32) -> Seen {
  let low = atomicLoad(&state[FIRST_STATE + 2u * tile]);
  let high = atomicLoad(&state[FIRST_STATE + 2u * tile + 1u]);
  let kind = select(SILENT, low >> 16u, (low >> 16u) == (high >> 16u));
  return Seen(kind, bitcast<Value>((low & 0xffffu) | (high << 16u)));
}
