// A chain of dependent steps on each number: as much arithmetic for a byte as is asked for, and four chains a thread in flight.
const N = 1025u;
const ROUNDS = 3u;
const GRID_X = 128u;
const WORKGROUP = 256u;
const TILE = 4u * WORKGROUP;

// A step of a generator of whole numbers below 2^20 (Lehmer 1949, with an addend). Nothing between exceeds 2^24: f32 holds all of it,
// whether a product and its sum are rounded once or twice.
const FACTOR = 13.0;
const ADDEND = 524287.0;
const MODULUS = 1048576.0;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

fn load(index: u32) -> f32 {
  if (index < N) {
    return x[index];
  }
  return 0.0;
}

fn store(index: u32, value: f32) {
  if (index < N) {
    y[index] = value;
  }
}

fn step(values: vec4f) -> vec4f {
  let grown = fma(values, vec4f(FACTOR), vec4f(ADDEND));
  return fma(floor(grown * (1.0 / MODULUS)), vec4f(-MODULUS), grown);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let first = (group.y * GRID_X + group.x) * TILE + thread;
  var values = vec4f(load(first), load(first + WORKGROUP), load(first + 2u * WORKGROUP), load(first + 3u * WORKGROUP));
  for (var round = 0u; round < ROUNDS; round++) {
    values = step(values);
  }
  store(first, values.x);
  store(first + WORKGROUP, values.y);
  store(first + 2u * WORKGROUP, values.z);
  store(first + 3u * WORKGROUP, values.w);
}
