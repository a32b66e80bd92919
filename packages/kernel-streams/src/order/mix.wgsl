// Each word from one word of either operand, so that an operation too early or too late leaves other bits.
const SALT = 1u;

@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) thread: vec3u) {
  if (thread.x < arrayLength(&y)) {
    y[thread.x] = a[thread.x] * 5u + (b[thread.x] ^ (b[thread.x] >> 7u)) * 3u + SALT;
  }
}
