// As compact/ballot.wgsl, with prefix sums of flags packed by bytes instead of ballots: one scan for the four words of a quad.
enable subgroups;
// Who writes depends on what a subgroup adds up.
diagnostic(off, subgroup_uniformity);

#import compact/ballots.wgsl

const WAY = 0u;
const LEVELS = 5u;

var<workgroup> claims: atomic<u32>;
const HALF = 16u;
const LOW = (1u << HALF) - 1u;
var<workgroup> first_place: u32;

fn packed_of(quad: vec4u) -> u32 {
  let kept = min(quad, vec4u(1u));
  return (kept.x | (kept.y << 8u)) | ((kept.z << 16u) | (kept.w << 24u));
}

fn bytes_of(packed: u32) -> u32 {
  let pairs = (packed & 0xff00ffu) + ((packed >> 8u) & 0xff00ffu);
  return (pairs & 0xffffu) + (pairs >> 16u);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  let first_quad = tile * TILE_QUADS + subgroup * size * QUADS + lane;
  var quads: array<vec4u, QUADS>;
  for (var row = 0u; row < QUADS; row++) {
    quads[row] = load_quad(first_quad + row * size);
  }
  var before: array<u32, QUADS>;
  var sums: array<u32, QUADS>;
  var all = 0u;
  for (var row = 0u; row < QUADS; row++) {
    let packed = packed_of(quads[row]);
    if (WAY == 0u) {
      before[row] = subgroupExclusiveAdd(packed);
      sums[row] = subgroupAdd(packed);
    } else if (WAY == 1u) {
      var sum = packed;
      for (var level = 0u; level < LEVELS; level++) {
        let below = subgroupShuffleUp(sum, 1u << level);
        sum += select(0u, below, lane >= (1u << level));
      }
      before[row] = sum - packed;
      sums[row] = subgroupShuffle(sum, size - 1u);
    } else if (WAY == 2u) {
      let sum = subgroupInclusiveAdd(packed);
      before[row] = sum - packed;
      sums[row] = subgroupShuffle(sum, size - 1u);
    } else {
      sums[row] = subgroupAdd(packed);
    }
    all += bytes_of(sums[row]);
  }
  var claimed = 0u;
  if (lane == 0u) {
    let earlier = atomicAdd(&claims, (1u << HALF) | all);
    claimed = earlier & LOW;
    if ((earlier >> HALF) + 1u == (WORKGROUP + size - 1u) / size) {
      first_place = atomicAdd(&count[0], claimed + all);
    }
  }
  workgroupBarrier();
  var place = first_place + subgroupBroadcastFirst(claimed);
  let below = bits_below(lane);
  for (var row = 0u; row < QUADS; row++) {
    for (var part = 0u; part < 4u; part++) {
      let word = quads[row][part];
      var own = 0u;
      if (WAY == 3u) {
        own = count_bits(subgroupBallot(word != 0u) & below);
      } else {
        own = extractBits(before[row], 8u * part, 8u);
      }
      if (word != 0u) {
        y[place + own] = word;
      }
      place += extractBits(sums[row], 8u * part, 8u);
    }
  }
}
