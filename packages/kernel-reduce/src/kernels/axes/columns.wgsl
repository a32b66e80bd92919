// Columns: a workgroup takes a tile of neighbouring columns, 16 bytes a thread where they come in fours, and walks down
// the axis with several rows at once. Long axes are split into parts, which a second dispatch of the same kernel folds.
const OUTER = 1u;
const REDUCED = 64u;
const COLUMNS = 32u; // in units of Wide
const SPLITS = 1u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Value = f32;
alias Load = vec4<f32>;
alias Wide = vec4<f32>;
const WORKGROUP = 256u;
const ACROSS = 32u;
const DOWN = WORKGROUP / ACROSS;
const TRIPS = 2u;
const IN_FLIGHT = 4u;
const GRID_X = 1u;
const TILES = (COLUMNS + ACROSS - 1u) / ACROSS;
const IS_WHOLE = REDUCED == SPLITS * TRIPS * IN_FLIGHT * DOWN;

@group(0) @binding(0) var<storage, read> values: array<Load>;
@group(0) @binding(1) var<storage, read_write> result: array<Wide>;

var<workgroup> partials: array<Wide, WORKGROUP>;

fn combine(a: Wide, b: Wide) -> Wide {
  return select(select(max(a, b), min(a, b), OP == 1u), a + b, OP == 0u);
}

// Rows or loads that are not there count for nothing; where all are, that is known when compiled.
fn load_if(is_made: bool, base: u32, row: u32) -> Wide {
  if (is_made && (IS_WHOLE || row < REDUCED)) {
    return Wide(values[base + row * COLUMNS]);
  }
  return Wide(Value(IDENTITY));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let number = group.y * GRID_X + group.x;
  let item = number / TILES;
  let outer = item / SPLITS;
  let part = item % SPLITS;
  let column = number % TILES * ACROSS + thread % ACROSS;
  let is_inside = outer < OUTER && column < COLUMNS;
  var sum = Wide(Value(IDENTITY));
  if (is_inside) {
    let base = outer * REDUCED * COLUMNS + column;
    for (var trip = 0u; trip < TRIPS; trip++) {
      let first = (part * TRIPS + trip) * IN_FLIGHT * DOWN + thread / ACROSS;
      let a = load_if(true, base, first);
      let b = load_if(IN_FLIGHT > 1u, base, first + DOWN);
      let c = load_if(IN_FLIGHT > 2u, base, first + 2u * DOWN);
      let d = load_if(IN_FLIGHT > 3u, base, first + 3u * DOWN);
      sum = combine(sum, combine(combine(a, b), combine(c, d)));
    }
  }
  partials[thread] = sum;
  // The other rows of the tile are read next.
  workgroupBarrier();
  if (thread < ACROSS && is_inside) {
    for (var other = 1u; other < DOWN; other++) {
      sum = combine(sum, partials[other * ACROSS + thread]);
    }
    result[item * COLUMNS + column] = sum;
  }
}
