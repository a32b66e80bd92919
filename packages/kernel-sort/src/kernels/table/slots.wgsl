// Where a key begins to look for its slot: bits mixed (the end of MurmurHash3, Appleby), then the rest of a division.
const SLOTS = 1024u;
// What an empty slot holds, and the place of a key that is not there.
const NONE = 0xffffffffu;

fn first_slot(key: u32) -> u32 {
  var hash = (key ^ (key >> 16u)) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13u)) * 0xc2b2ae35u;
  return (hash ^ (hash >> 16u)) % SLOTS;
}

fn next_slot(slot: u32) -> u32 {
  return select(slot + 1u, 0u, slot + 1u == SLOTS);
}
