// The transpose of 4 × 4 words a thread in its registers: four loads and four stores of 16 bytes, no workgroup memory and no barrier. The
// lanes of a subgroup of 32 hold blocks of 4 columns and 8 rows: they read pieces of 64 bytes and write lines of 128.
const ROW_QUADS = 25u; // vec4s of a row of x: columns / 4
const COLUMN_QUADS = 15u; // vec4s of a row of y: rows / 4
const TILES_X = 2u; // tiles of 64 × 64 words along a row
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4<u32>>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  let lane = thread % 32u;
  let part = thread / 32u;
  let across = tile % TILES_X * 16u + part % 4u * 4u + lane % 4u;
  let down = tile / TILES_X * 16u + part / 4u * 8u + lane / 4u;
  if (across < ROW_QUADS && down < COLUMN_QUADS) {
    let first = down * 4u * ROW_QUADS + across;
    let a = x[first];
    let b = x[first + ROW_QUADS];
    let c = x[first + 2u * ROW_QUADS];
    let d = x[first + 3u * ROW_QUADS];
    let to = across * 4u * COLUMN_QUADS + down;
    y[to] = vec4u(a.x, b.x, c.x, d.x);
    y[to + COLUMN_QUADS] = vec4u(a.y, b.y, c.y, d.y);
    y[to + 2u * COLUMN_QUADS] = vec4u(a.z, b.z, c.z, d.z);
    y[to + 3u * COLUMN_QUADS] = vec4u(a.w, b.w, c.w, d.w);
  }
}
