// Copies a matrix of whole tiles slab by slab: the rows of a tile of SIDE rows, each DEEP vec4us of it, lie one behind the other. A kernel
// that stages slabs then loads whole lines, where rows as they lie give it a part of a line each.
//
// Lanes take eight vec4us, a line of 128 bytes, of several rows: so whole lines are read, and what several rows have of a slab is written
// as whole lines.
const FOURS = 8192u; // vec4us of a matrix
const WIDTH = 64u; // vec4us of a row
const SIDE = 64u;
const DEEP = 2u;
const THREADS = 256u;
const GRID_X = 32u; // workgroups along x; z counts matrices
const LANES = select(select(2u, 4u, WIDTH % 4u == 0u), 8u, WIDTH % 8u == 0u); // of a row at once
const ROWS = 8u; // of which lanes beside each other take some

@group(0) @binding(0) var<storage, read> matrix: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> packed: array<vec4u>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let four = (group.y * GRID_X + group.x) * THREADS + thread;
  if (four >= FOURS) {
    return;
  }
  let block = four / (LANES * ROWS);
  let row = block / (WIDTH / LANES) * ROWS + four / LANES % ROWS;
  let column = block % (WIDTH / LANES) * LANES + four % LANES;
  let tile = row / SIDE * (SIDE * WIDTH);
  let slab = column / DEEP * (SIDE * DEEP);
  let layer = group.z * FOURS;
  packed[layer + tile + slab + row % SIDE * DEEP + column % DEEP] = matrix[layer + row * WIDTH + column];
}
