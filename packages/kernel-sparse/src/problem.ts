// What a case asks for: its outputs, its operations and its compulsory bytes.
import type { BufferShape } from '@kernel-ladder/harness';
import { blockSide, columnsOf, judgedFills } from './cases/kinds.ts';
import type { SparseCase } from './cases/kinds.ts';

/** `y`: rows × vectors, row by row. */
export function sparseOutputs({ rows, vectors }: SparseCase): { readonly y: BufferShape } {
  return { y: { type: 'f32', length: rows * vectors } };
}

/**
 * A product and an addition for each entry and vector. Each entry's number and column once, of blocks one column for sixteen; each row
 * of X that an entry may need, and Y. What a format has beside that, as offsets and padding, is a kernel's own traffic.
 */
export function sparseWork(params: SparseCase): { readonly flops: number; readonly minBytes: number } {
  const { rows, nnz, vectors, pattern } = params;
  const entryBytes = pattern === 'blocks' ? 4 + 4 / blockSide ** 2 : 8;
  return {
    flops: 2 * nnz * vectors,
    minBytes: entryBytes * nnz + 4 * vectors * (Math.min(columnsOf(params), nnz) + rows),
  };
}

/** The same launch on small integers, whose sums are exact. */
export function exactCase(params: SparseCase): SparseCase {
  return { ...params, fill: 'integers' };
}

/** The same launch on the other fills that have a right answer. */
export function refillsOf(params: SparseCase): readonly SparseCase[] {
  return judgedFills.filter((fill) => fill !== params.fill).map((fill) => ({ ...params, fill }));
}
