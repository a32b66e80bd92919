// Products of square matrices, one for each layer of the grid: tiles of 64 x 64 by 256 threads, 4 x 4 results a thread.
const M = 65u;
const TILE = 64u;
const SLICE = 16u;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

// A slice of both operands, row by row along k: what a thread takes of a row is four numbers side by side.
var<workgroup> left: array<f32, SLICE * TILE>;
var<workgroup> right: array<f32, SLICE * TILE>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let matrix = group.z * M * M;
  let row = group.y * TILE;
  let column = group.x * TILE;
  let own_row = 4u * (thread / 16u);
  let own_column = 4u * (thread % 16u);
  var sums = array<vec4f, 4>();
  for (var slice = 0u; slice < M; slice += SLICE) {
    for (var part = thread; part < SLICE * TILE; part += 256u) {
      let along = slice + part % SLICE;
      let across = row + part / SLICE;
      left[(part % SLICE) * TILE + part / SLICE] = select(0.0, a[matrix + min(across * M + along, M * M - 1u)], across < M && along < M);
      let down = slice + part / TILE;
      let beside = column + part % TILE;
      right[part] = select(0.0, b[matrix + min(down * M + beside, M * M - 1u)], down < M && beside < M);
    }
    workgroupBarrier();
    for (var k = 0u; k < SLICE; k++) {
      let at = k * TILE + own_column;
      let others = vec4f(right[at], right[at + 1u], right[at + 2u], right[at + 3u]);
      for (var line = 0u; line < 4u; line++) {
        sums[line] = fma(vec4f(left[k * TILE + own_row + line]), others, sums[line]);
      }
    }
    workgroupBarrier();
  }
  for (var line = 0u; line < 4u; line++) {
    for (var place = 0u; place < 4u; place++) {
      if (row + own_row + line < M && column + own_column + place < M) {
        c[matrix + (row + own_row + line) * M + column + own_column + place] = sums[line][place];
      }
    }
  }
}
