// Tiles whose words stay in their order: two rows of quads, a thread with one of each, so that neighbours load neighbours.
const LEVELS = 8u; // WORKGROUP is 2^LEVELS

#import compact/staged.wgsl
#import compact/sums.wgsl

// Half of a word: what each row keeps is at most 1024, so that one word holds both, and one sum adds up both.
const HALF = 16u;
const LOW = (1u << HALF) - 1u;

var<workgroup> rows: u32;

// Stages a tile in order, and gives how many words it keeps, the same to all threads. What is staged is there behind the next barrier.
fn stage_tile(tile: u32, thread: u32) -> u32 {
  let at = tile * (TILE / 4u) + thread;
  let a = load_quad(at);
  let b = load_quad(at + WORKGROUP);
  let own = kept_of(a) | (kept_of(b) << HALF);
  let through = sum_through(thread, own);
  if (thread == WORKGROUP - 1u) {
    rows = through;
  }
  let both = workgroupUniformLoad(&rows);
  let before = through - own;
  stage_quad(before & LOW, a);
  stage_quad((both & LOW) + (before >> HALF), b);
  return (both & LOW) + (both >> HALF);
}
