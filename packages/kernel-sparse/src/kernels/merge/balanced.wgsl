// The same even shares, whose ends a pass before has found. Of its entries a thread has all in flight before the first is multiplied, and what
// threads leave open is added up by shuffles.
enable subgroups;
// Branches depend on what shuffles return.
diagnostic(off, subgroup_uniformity);

const SUBGROUP_MIN = 4u;

#import merge/path.wgsl
#import merge/opens.wgsl

// How many rows end before each tile, and all of them behind the last.
@group(0) @binding(6) var<storage, read> firsts: array<u32>;

var<private> lane: u32;
var<private> lanes: u32;
var<private> subgroup: u32;

// Four entries of a thread, a workgroup's width apart: neighbours read side by side, and write so into the banks.
struct Four {
  cols: vec4u,
  vals: vec4f,
}

// Loaded in any case: what is behind the last entry of the tile, which has one at least, is this one again.
fn load_four(tile: Tile, first: u32) -> Four {
  let places = vec4u(first) + vec4u(0u, 1u, 2u, 3u) * WORKGROUP;
  let at = tile.entry + min(places, vec4u(tile.entries - 1u));
  return Four(
    vec4u(cols[at.x], cols[at.y], cols[at.z], cols[at.w]),
    vec4f(vals[at.x], vals[at.y], vals[at.z], vals[at.w]),
  );
}

fn products_of(four: Four) -> vec4u {
  let c = four.cols;
  return bitcast<vec4u>(four.vals * vec4f(x[c.x], x[c.y], x[c.z], x[c.w]));
}

fn stage_four(products: vec4u, tile: Tile, first: u32) {
  for (var part = 0u; part < 4u; part++) {
    let index = first + part * WORKGROUP;
    if (index < tile.entries) {
      staged[tile.ends + index] = products[part];
    }
  }
}

// Eight places a thread hold the ITEMS that it may have.
fn stage(tile: Tile, thread: u32) {
  if (tile.entries == 0u) {
    return;
  }
  let a = load_four(tile, thread);
  let b = load_four(tile, thread + 4u * WORKGROUP);
  let a_products = products_of(a);
  let b_products = products_of(b);
  stage_four(a_products, tile, thread);
  stage_four(b_products, tile, thread + 4u * WORKGROUP);
}

// What threads before this one leave open of the row that it begins in, and what the last one does: a segmented scan of each subgroup, then
// a walk back over those before it, to the last in which a row ends.
fn open_before(sum: f32, is_ended: bool, thread: u32) -> vec2f {
  var open = sum;
  var ended = u32(is_ended);
  for (var distance = 1u; distance < lanes; distance *= 2u) {
    let earlier = subgroupShuffleUp(open, distance);
    let earlier_ended = subgroupShuffleUp(ended, distance);
    if (lane >= distance && ended == 0u) {
      open += earlier;
      ended = earlier_ended;
    }
  }
  let own_before = subgroupShuffleUp(open, 1u);
  let ended_before = subgroupShuffleUp(ended, 1u);
  if (lane == lanes - 1u) {
    subgroup_sums[subgroup] = open;
    subgroup_ended[subgroup] = ended;
  }
  workgroupBarrier();
  var before = select(own_before, 0.0, lane == 0u);
  if (lane == 0u || ended_before == 0u) {
    before += open_of_subgroups(subgroup);
  }
  return vec2f(before, open_of_subgroups(WORKGROUP / lanes));
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) own_subgroup: u32,
  @builtin(subgroup_invocation_id) own_lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  lane = own_lane;
  lanes = size;
  subgroup = own_subgroup;
  // Threads by their lanes, which a shuffle knows.
  take_tile(tile, firsts[tile], firsts[tile + 1u], own_subgroup * size + own_lane);
}
