// Inputs, outputs and work of a case.
import { bytesOf } from '@kernel-ladder/harness';
import type { Arrays, BufferShape, Random } from '@kernel-ladder/harness';
import { fillVectors } from './fills.ts';
import type { AllreduceCase } from './kinds.ts';
import { strideOf } from './layout.ts';
import { tableOf } from './table.ts';

/**
 * `input`: a slice of n elements for each rank, `strideOf` elements apart. `schedule`: who combines what in each step of
 * each algorithm, see table.ts; it is the same for every seed.
 */
export function allreduceInputs(params: AllreduceCase, random: Random): Arrays {
  return { input: fillVectors(params, random), schedule: tableOf(params).words };
}

/** `output`: slices as those of the input; a kernel leaves alone what lies behind the n elements of each. */
export function allreduceOutputs(params: AllreduceCase): { readonly output: BufferShape } {
  return { output: { type: params.dtype, length: params.ranks * strideOf(params) } };
}

/** ranks − 1 operations an element; every rank's vector read once and every rank's result written once. */
export function allreduceWork({ n, ranks, dtype }: AllreduceCase): {
  readonly flops: number;
  readonly minBytes: number;
} {
  return { flops: (ranks - 1) * n, minBytes: 2 * ranks * n * bytesOf(dtype) };
}
