// Kernels that measure the machine and nothing else: copy, read, and multiply-add in registers.
// Loops have constant bounds and indices are provable, so that no injected check is measured.

/** Invocations of every ruler's workgroup. */
export const rulerWorkgroup = 256;
/** 16-byte words that one invocation moves. */
export const quadsPerThread = 16;

const index = `(group.x * ${quadsPerThread}u + step) * ${rulerWorkgroup}u + thread`;
const entry = `@compute @workgroup_size(${rulerWorkgroup})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32)`;

/** Copies one buffer into another, 16 bytes at a time. */
export const copyKernel = `
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> sink: array<vec4u>;

${entry} {
  for (var step = 0u; step < ${quadsPerThread}u; step++) {
    let index = ${index};
    sink[index] = source[index];
  }
}`;

/** Reads both buffers; the write hangs on a value that does not occur, so that the loads stay. */
export const readKernel = `
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> sink: array<vec4u>;

${entry} {
  var sum = vec4u();
  for (var step = 0u; step < ${quadsPerThread}u; step++) {
    let index = ${index};
    sum += source[index] ^ sink[index];
  }
  if (all(sum == vec4u(1u, 2u, 3u, 4u))) {
    sink[0] = sum;
  }
}`;

// Independent accumulators, which hide the latency of the multiply-add.
const fmaChains = 8;
// Multiply-adds of one accumulator in the body of the loop.
const fmaUnroll = 16;

/** One arithmetic ruler: the type of its accumulators, and how many multiply-adds one step of one of them makes. */
export interface FmaSpec {
  readonly type: 'f32' | 'f16' | 'i32' | 'u32';
  /** A vector of two, or the four byte products of a packed dot product on i32. */
  readonly lanes: 1 | 2 | 4;
}

/** Operations of one invocation of `fmaKernel`: a multiply-add counts as two, a packed dot product as eight. */
export function fmaFlops({ lanes }: FmaSpec, trips: number): number {
  return 2 * fmaChains * fmaUnroll * lanes * trips;
}

/** Chains of dependent multiply-adds in registers. */
export function fmaKernel({ type, lanes }: FmaSpec, trips: number): string {
  const value = lanes === 2 ? `vec2<${type}>` : type;
  const chains = Array.from({ length: fmaChains }, (_, chain) => `c${chain}`);
  const isFloat = type.startsWith('f');
  const plain = (chain: string) => (isFloat ? `fma(${chain}, a, b)` : `${chain} * a + b`);
  const step = (chain: string) => `    ${chain} = ${lanes === 4 ? dotStep(chain) : plain(chain)};`;
  const body = Array.from({ length: fmaUnroll }, () => chains.map(step).join('\n')).join('\n');
  return `${type === 'f16' ? 'enable f16;\n' : ''}
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> sink: array<u32>;

${entry} {
  let a = ${value}(${type}(source[0] & 3u));
  let b = ${value}(${type}(source[1] & 3u));
${chains.map((chain, start) => `  var ${chain} = ${value}(${type}(thread + ${start}u));`).join('\n')}
  for (var trip = 0u; trip < ${trips}u; trip++) {
${body}
  }
  let sum = ${chains.join(' + ')};
  if (all(sum == ${value}(${type}(77)))) {
    sink[group.x] = 1u;
  }
}`;
}

function dotStep(chain: string): string {
  return `dot4I8Packed(u32(${chain}), u32(a)) + b`;
}

// Independent accumulators of the matrix ruler.
const matrixChains = 8;

/** What a matrix unit multiplies: 16 × `deep` by `deep` × 16, and adds in. */
export interface MatrixSpec {
  readonly input: 'f16' | 'i8';
  readonly sum: 'f32' | 'i32';
  readonly deep: 16 | 32;
}

/** Operations of one subgroup of `matrixKernel`: a multiply and an add for each term of each sum. */
export function matrixFlops({ deep }: MatrixSpec, trips: number): number {
  return 2 * matrixChains * 16 * 16 * deep * trips;
}

/** Chains of subgroup-matrix products. */
export function matrixKernel({ input, sum, deep }: MatrixSpec, trips: number): string {
  const chains = Array.from({ length: matrixChains }, (_, chain) => `c${chain}`);
  const result = `subgroup_matrix_result<${sum}, 16, 16>`;
  // Both operands take 32 vec4us: rows of `deep` on the left, of 16 on the right.
  const rightStride = input === 'f16' ? 2 : 1;
  return `${input === 'f16' ? 'enable f16;\n' : ''}enable chromium_experimental_subgroup_matrix;
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> sink: array<${sum}>;

var<workgroup> tile: array<vec4u, 64>;
var<workgroup> sums: array<${sum}, 2048>;

@compute @workgroup_size(${rulerWorkgroup})
fn main(@builtin(local_invocation_index) thread: u32, @builtin(subgroup_id) subgroup: u32) {
  if (thread < 64u) {
    tile[thread % 64u] = source[thread] & vec4u(0x03ff03ffu);
  }
  workgroupBarrier();
  let left = subgroupMatrixLoad<subgroup_matrix_left<${input}, ${deep}, 16>, row_major>(&tile, 0u, 2u);
  let right = subgroupMatrixLoad<subgroup_matrix_right<${input}, 16, ${deep}>, row_major>(&tile, 32u, ${rightStride}u);
${chains.map((chain) => `  var ${chain} = ${result}();`).join('\n')}
  for (var trip = 0u; trip < ${trips}u; trip++) {
${chains.map((chain) => `    ${chain} = subgroupMatrixMultiplyAccumulate(left, right, ${chain});`).join('\n')}
  }
${chains
  .map(
    (chain) => `  subgroupMatrixStore<row_major>(&sums, (subgroup % 8u) * 256u, ${chain}, 16u);
  workgroupBarrier();
  if (sums[thread] == ${sum}(77)) {
    sink[thread] = ${sum}(1);
  }
  workgroupBarrier();`,
  )
  .join('\n')}
}`;
}
