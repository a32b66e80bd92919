// One thread a row of rows padded to one length, column after column: neighbours read side by side, and no offset is looked up. Four entries
// are in flight a thread. A place without an entry counts as nothing whatever X holds: it is no product with 0, for 0·∞ is no number.
const ROWS = 16u;
const WIDTH = 5u;
const PADDING = 0xffffffffu;
const WORKGROUP = 256u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> cols: array<u32>;
@group(0) @binding(1) var<storage, read> vals: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let row = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (row >= ROWS) {
    return;
  }
  var sums = vec4f();
  for (var step = 0u; step < WIDTH / 4u; step++) {
    let at = 4u * step * ROWS + row;
    let own = vec4u(cols[at], cols[at + ROWS], cols[at + 2u * ROWS], cols[at + 3u * ROWS]);
    let numbers = vec4f(vals[at], vals[at + ROWS], vals[at + 2u * ROWS], vals[at + 3u * ROWS]);
    let is_entry = own != vec4u(PADDING);
    let safe = select(vec4u(), own, is_entry);
    sums += select(vec4f(), numbers * vec4f(x[safe.x], x[safe.y], x[safe.z], x[safe.w]), is_entry);
  }
  var sum = (sums.x + sums.y) + (sums.z + sums.w);
  for (var place = WIDTH / 4u * 4u; place < WIDTH; place++) {
    let own = cols[place * ROWS + row];
    if (own != PADDING) {
      sum += vals[place * ROWS + row] * x[own];
    }
  }
  y[row] = sum;
}
