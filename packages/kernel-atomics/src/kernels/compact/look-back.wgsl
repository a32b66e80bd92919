// A stable compaction with one read: each tile publishes how many words it keeps and looks back over the tiles before it until one tells
// how many all of them up to itself keep (Merrill and Garland 2016). WGSL promises no workgroup that another one makes progress: after a few
// looks a workgroup counts a silent tile itself (Smith, Levien and Owens 2025), so that nobody waits for anybody.

// Looks at a silent tile before it is counted here.
const LOOKS = 16u;
// Tiles that are looked at in one go, a thread each.
const WINDOW = 64u;
// The ticket has 128 bytes to itself: a cache line that everybody increments is a bad place for anything else.
const FIRST_STATE = 32u;
// A state is one word, a kind and a number: nothing orders two relaxed atomics, and there is nothing to order.
const KIND = 30u; // the bits below are the number
const SILENT = 0u;
const SUM = 1u; // what the tile keeps
const PREFIX = 2u; // what all tiles up to it keep

#import compact/in-order.wgsl

@group(0) @binding(2) var<storage, read_write> count: array<u32>;
// A ticket, then a word a tile; all zero when the dispatch begins.
@group(0) @binding(3) var<storage, read_write> state: array<atomic<u32>>;

var<workgroup> ticket: u32;
// Tiles that are left to look at, 0 when all is known; those nearest to its end that are silent, or tell all.
var<workgroup> left: u32;
var<workgroup> nearest_silent: atomic<u32>;
var<workgroup> nearest_prefix: atomic<u32>;
var<workgroup> seen: atomic<u32>;
// Whether the last tile of those left is to be counted here.
var<workgroup> is_counted_here: u32;

fn begin_look() {
  atomicStore(&nearest_silent, WINDOW);
  atomicStore(&nearest_prefix, WINDOW);
  atomicStore(&seen, 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) thread: u32) {
  // A ticket, not the workgroup's number: tiles before this one belong to workgroups that have begun.
  if (thread == 0u) {
    ticket = atomicAdd(&state[0], 1u);
  }
  let tile = workgroupUniformLoad(&ticket);
  if (tile >= TILES) {
    return;
  }
  let kept = stage_tile(tile, thread);
  if (thread == 0u) {
    atomicStore(&state[FIRST_STATE + tile], (select(SUM, PREFIX, tile == 0u) << KIND) | kept);
    left = tile;
    begin_look();
  }
  var before = 0u;
  var looks = 0u;
  loop {
    let end = workgroupUniformLoad(&left);
    if (end == 0u) {
      break;
    }
    // Before the first tile nothing is kept.
    var word = PREFIX << KIND;
    if (thread < WINDOW) {
      if (thread < end) {
        word = atomicLoad(&state[FIRST_STATE + end - 1u - thread]);
      }
      let kind = word >> KIND;
      if (kind == SILENT) {
        atomicMin(&nearest_silent, thread);
      } else if (kind == PREFIX) {
        atomicMin(&nearest_prefix, thread);
      }
    }
    workgroupBarrier();
    let silent = atomicLoad(&nearest_silent);
    let prefix = atomicLoad(&nearest_prefix);
    if (thread < silent && thread <= prefix && thread < WINDOW) {
      atomicAdd(&seen, word & ((1u << KIND) - 1u));
    }
    workgroupBarrier();
    if (thread == 0u) {
      before += atomicLoad(&seen);
      // What was seen need not be seen again.
      left = select(end - min(end, silent), 0u, prefix < silent);
      looks = select(0u, looks + 1u, silent == 0u);
      is_counted_here = select(0u, 1u, looks >= LOOKS);
      begin_look();
    }
    if (workgroupUniformLoad(&is_counted_here) == 1u) {
      let at = (end - 1u) * (TILE / 4u) + thread;
      atomicAdd(&seen, kept_of(load_quad(at)) + kept_of(load_quad(at + WORKGROUP)));
      workgroupBarrier();
      if (thread == 0u) {
        let counted = atomicLoad(&seen);
        // Others need not count it as well. What its owner has published stays.
        _ = atomicCompareExchangeWeak(&state[FIRST_STATE + end - 1u], SILENT, (SUM << KIND) | counted);
        before += counted;
        left = end - 1u;
        looks = 0u;
        begin_look();
      }
    }
  }
  if (thread == 0u) {
    if (tile > 0u) {
      atomicStore(&state[FIRST_STATE + tile], (PREFIX << KIND) | (before + kept));
    }
    if (tile == TILES - 1u) {
      count[0] = before + kept;
    }
    ticket = before;
  }
  write_staged(thread, workgroupUniformLoad(&ticket), kept);
}
