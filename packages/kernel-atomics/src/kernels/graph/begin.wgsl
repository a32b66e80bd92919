// Before the search: the source is at its own level, nothing else is reached, and no round has changed anything but the one before the first.
const VERTICES = 1000u;
const SOURCE = 0u;
const ROUNDS = 1u;
const FLAG = 64u; // words from the flag of a round to the next
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read_write> levels: array<u32>;
@group(0) @binding(1) var<storage, read_write> changed: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < VERTICES) {
    levels[index] = select(0xffffffffu, 0u, index == SOURCE);
  }
  if (index <= ROUNDS) {
    changed[FLAG * index] = select(0u, 1u, index == 0u);
  }
}
