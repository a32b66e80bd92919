// The transpose of tiles of 64 × 64 words, 16 bytes at a time: a thread turns 4 × 4 words in registers and leaves them in workgroup memory as
// four vec4s of the result, of which every sixteen threads then write 256 bytes side by side. Column c of the tile has its vec4 q at place
// q ^ (c / 4), so that neither what is stored nor what is loaded by eight lanes meets in a bank.
// Tiles are taken band by band of BAND rows of tiles, column by column: what is written by workgroups that run together lies side by side too.
const ROW_QUADS = 25u; // vec4s of a row of x: columns / 4
const COLUMN_QUADS = 15u; // vec4s of a row of y: rows / 4
const TILES_X = 2u;
const TILES_Y = 1u;
const BAND = 1u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4<u32>>;

var<workgroup> quads: array<vec4<u32>, 1024>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let turn = group.y * GRID_X + group.x;
  let band = turn / (BAND * TILES_X);
  let height = min(BAND, TILES_Y - min(band * BAND, TILES_Y - 1u));
  let within = turn % (BAND * TILES_X);
  let left = within / height * 16u;
  let top = (band * BAND + within % height) * 16u;
  let along = thread % 16u;
  let down = thread / 16u;
  if (left + along < ROW_QUADS && top + down < COLUMN_QUADS) {
    let first = (top + down) * 4u * ROW_QUADS + left + along;
    let a = x[first];
    let b = x[first + ROW_QUADS];
    let c = x[first + 2u * ROW_QUADS];
    let d = x[first + 3u * ROW_QUADS];
    let at = along * 64u + (down ^ along);
    quads[at] = vec4u(a.x, b.x, c.x, d.x);
    quads[at + 16u] = vec4u(a.y, b.y, c.y, d.y);
    quads[at + 32u] = vec4u(a.z, b.z, c.z, d.z);
    quads[at + 48u] = vec4u(a.w, b.w, c.w, d.w);
  }
  workgroupBarrier();
  for (var step = 0u; step < 4u; step++) {
    let column = step * 16u + down;
    let row = left * 4u + column;
    if (row < ROW_QUADS * 4u && top + along < COLUMN_QUADS) {
      y[row * COLUMN_QUADS + top + along] = quads[column * 16u + (along ^ (column / 4u))];
    }
  }
}
