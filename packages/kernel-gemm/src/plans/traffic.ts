// How many bytes a walk over tiles moves.
import { bytesOf } from '@kernel-ladder/harness';
import { tilesOf } from '@kernel-ladder/kernel-kit';
import type { Tile } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { storedAs } from '../dtypes.ts';
import { addedInput } from '../kernels/epilogue.ts';

/** Bytes that a kernel requests when each tile of C reads its rows of A and its columns of B once. */
export function tiledBytes(params: GemmCase, tile: Tile): number {
  const { m, n, k, batch } = params;
  const tiles = tilesOf(params, tile);
  const { input, output } = elementBytes(params);
  return batch * (input * k * (m * tiles.columns + n * tiles.rows) + output * m * n);
}

/** Bytes of one element of A or B, and of C. */
export function elementBytes(params: GemmCase): { readonly input: number; readonly output: number } {
  const { input, output, inputParts, outputParts } = storedAs(params.dtype);
  return { input: inputParts * bytesOf(input), output: outputParts * bytesOf(output) };
}

/** Bytes of C, of all matrices of the batch. */
export function outputBytes(params: GemmCase): number {
  return elementBytes(params).output * params.batch * params.m * params.n;
}

/** Bytes that a kernel requests of the bias or the residual: a number for each element of C. */
export function finishBytes(params: GemmCase): number {
  return addedInput(params.epilogue) === null ? 0 : outputBytes(params);
}

/** Bytes that the bias or the residual of a case's epilogue has. */
export function addedBytes(params: GemmCase): number {
  const added = addedInput(params.epilogue);
  if (added === null) return 0;
  return added === 'residual' ? outputBytes(params) : elementBytes(params).output * params.n;
}

/** The smallest multiple of `step` that is at least `value`. */
export function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
