// y = x by GROUPS workgroups that stay: each takes every GROUPS-th tile of EACH items a thread.
alias Item = vec4<u32>; // or u32
const ITEMS = 1000u;
const EACH = 4u;
const TILES = 1u; // ITEMS / (EACH · WORKGROUP), rounded up
const GROUPS = 3u;
const WHOLE = false; // no tile has an end within it
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let own = group.y * GRID_X + group.x;
  // The grid may have workgroups behind the last one.
  for (var tile = select(own, TILES, own >= GROUPS); tile < TILES; tile += GROUPS) {
    let first = tile * EACH * WORKGROUP + thread;
    for (var step = 0u; step < EACH; step++) {
      let index = first + step * WORKGROUP;
      if (WHOLE || index < ITEMS) {
        y[index] = x[index];
      }
    }
  }
}
