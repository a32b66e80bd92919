// Tensor parallelism: two linear layers split over ranks, the first by columns, the second by rows, with one allreduce.
import { readBuffer, submitPasses, wgsl } from '@kernel-ladder/harness';
import type { Gpu, WgslLoader } from '@kernel-ladder/harness';
import { prepareAllreduce, strideOf } from '@kernel-ladder/kernel-allreduce';
import type { PreparedAllreduce, StepAlgorithm } from '@kernel-ladder/kernel-allreduce';
import { compileStage, uploaded, zeroed } from '@kernel-ladder/kernel-kit';
import { allreduceKernels } from './allreduce.ts';

/** X · A · B with row-major X [rows, inner], A [inner, hidden] and B [hidden, columns]; the ranks divide `hidden`. */
export interface TensorParallelRequest {
  readonly rows: number;
  readonly inner: number;
  readonly hidden: number;
  readonly columns: number;
  readonly x: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly ranks: number;
  readonly algorithm: StepAlgorithm;
  /** Brings kernel files: this package's by their names, others by `@scope/package/path`. */
  readonly load: WgslLoader;
}

/** What came out. */
export interface TensorParallelProduct {
  /** Row-major [rows, columns], as each rank has it. */
  readonly products: readonly Float32Array[];
  /** Bytes that the allreduce would send over a network. */
  readonly sentBytes: number;
}

const tile = 16;

/**
 * Multiplies on logical ranks (Shoeybi et al., Megatron-LM, 2019, section 3): rank r computes X · A_r with its columns of
 * A, multiplies by its rows of B, and the partial products are summed by an allreduce. X stays whole on every rank and
 * nothing is exchanged between the two products. Throws a RangeError when the ranks do not divide `hidden`.
 */
export async function multiplyTensorParallel(
  gpu: Gpu,
  request: TensorParallelRequest,
): Promise<TensorParallelProduct> {
  const { rows, hidden, columns, ranks, algorithm, load } = request;
  if (hidden % ranks !== 0)
    throw new RangeError(`${ranks} ranks do not divide the hidden size ${hidden}: give a divisor`);
  const n = rows * columns;
  const memory = allocate(gpu, request, strideOf({ n, dtype: 'f32' }));
  try {
    const allreduce = await prepareAllreduce(gpu, {
      input: memory.partial,
      n,
      ranks,
      op: 'sum',
      dtype: 'f32',
      algorithm,
      load: allreduceKernels(load),
    });
    try {
      const products = await multiplySplit(gpu, request, { memory, allreduce });
      return { products, sentBytes: allreduce.sentBytes };
    } finally {
      allreduce.free();
    }
  } finally {
    for (const buffer of Object.values(memory)) buffer.destroy();
  }
}

type Memory = { readonly [Name in 'x' | 'a' | 'b' | 'between' | 'partial']: GPUBuffer };

function allocate(gpu: Gpu, request: TensorParallelRequest, stride: number): Memory {
  const { rows, hidden, ranks } = request;
  return {
    x: uploaded(gpu, request.x),
    a: uploaded(gpu, columnBlocks(request)),
    // Rows of a row-major matrix already lie rank by rank.
    b: uploaded(gpu, request.b),
    between: zeroed(gpu, rows * hidden * 4),
    partial: zeroed(gpu, ranks * stride * 4),
  };
}

// A's columns, rank by rank, each block row-major.
function columnBlocks({ a, inner, hidden, ranks }: TensorParallelRequest): Float32Array {
  const width = hidden / ranks;
  const blocks = new Float32Array(a.length);
  for (let rank = 0; rank < ranks; rank++) {
    for (let row = 0; row < inner; row++) {
      const from = row * hidden + rank * width;
      blocks.set(a.subarray(from, from + width), (rank * inner + row) * width);
    }
  }
  return blocks;
}

async function multiplySplit(
  gpu: Gpu,
  request: TensorParallelRequest,
  { memory, allreduce }: { readonly memory: Memory; readonly allreduce: PreparedAllreduce },
): Promise<Float32Array[]> {
  const { rows, inner, hidden, columns, ranks, load } = request;
  const width = hidden / ranks;
  const stride = strideOf({ n: rows * columns, dtype: 'f32' });
  const columnSplit = {
    M: rows,
    K: inner,
    N: width,
    A_STRIDE: 0,
    B_STRIDE: inner * width,
    C_STRIDE: rows * width,
  };
  const first = await compileStage(gpu, load, {
    wgsl: wgsl('matmul.wgsl', columnSplit),
    buffers: [memory.x, memory.a, memory.between],
    workgroups: [Math.ceil(width / tile), Math.ceil(rows / tile), ranks],
  });
  const rowSplit = {
    M: rows,
    K: width,
    N: columns,
    A_STRIDE: rows * width,
    B_STRIDE: width * columns,
    C_STRIDE: stride,
  };
  const second = await compileStage(gpu, load, {
    wgsl: wgsl('matmul.wgsl', rowSplit),
    buffers: [memory.between, memory.b, memory.partial],
    workgroups: [Math.ceil(columns / tile), Math.ceil(rows / tile), ranks],
  });
  await submitPasses(gpu, [first, second, allreduce.encode]);
  const bytes = ranks * stride * 4;
  const all = new Float32Array(await readBuffer(gpu, allreduce.output, { offset: 0, bytes }));
  return Array.from({ length: ranks }, (_, rank) => all.slice(rank * stride, rank * stride + rows * columns));
}
