// Who sees whom. Who imports this declares QUERIES, KEYS and the buffer `lengths`: the keys of each batch that count.
const CAUSAL = false;

// The keys that a query sees are always the first ones.
fn visible_keys(batch: u32, query: u32) -> u32 {
  let valid = lengths[batch];
  if (CAUSAL) {
    return min(valid, max(query + 1u + KEYS, QUERIES) - QUERIES);
  }
  return valid;
}
