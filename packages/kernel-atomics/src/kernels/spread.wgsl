// Where a number goes among so many slots: neighbours go far apart.
fn slot_of(number: u32, slots: u32) -> u32 {
  let mixed = number * 0x9e3779b1u;
  return (mixed ^ (mixed >> 15u)) % slots;
}
