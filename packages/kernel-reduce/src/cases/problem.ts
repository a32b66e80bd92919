// What a case asks for: its outputs, its operations and its compulsory bytes.
import { bytesOf, parseDtype } from '@kernel-ladder/harness';
import type { BufferShape } from '@kernel-ladder/harness';
import { outputCount } from './fold-axes.ts';
import { isFloat } from './identity.ts';
import { byKind, isArg } from './kinds.ts';
import type { ReduceCase, SegmentsCase } from './kinds.ts';

/** `result`: one element for each group of elements; indices are u32. */
export function reduceOutputs(params: ReduceCase): { readonly result: BufferShape } {
  const type = isArg(params.op) ? 'u32' : parseDtype(params.dtype).out;
  return { result: { type, length: resultCount(params) } };
}

/** One operation for each element but the first of its group; every input and output byte once. */
export function reduceWork(params: ReduceCase): { readonly flops: number; readonly minBytes: number } {
  const results = resultCount(params);
  return {
    flops: Math.max(0, params.n - results),
    minBytes: byKind(params, {
      vector: () => valueBytes(params) + 4,
      axes: () => valueBytes(params) + 4 * results,
      segments: segmentsBytes,
    }),
  };
}

/** The elements behind one result: of segments whose lengths are drawn, any may hold all. */
export function mostTerms(params: ReduceCase): number {
  const { n } = params;
  return byKind(params, {
    vector: () => n,
    axes: () => n / Math.max(1, resultCount(params)),
    segments: ({ segments, lengths }) => (lengths === 'uniform' ? Math.ceil(n / Math.max(1, segments)) : n),
  });
}

/** The same launch on small integers where sums of floats round; everything else is exact as it is. */
export function exactCase(params: ReduceCase): ReduceCase {
  return params.op === 'sum' && isFloat(params.dtype) ? { ...params, fill: 'integers' } : params;
}

/** The same launch on numbers of one side, on equal ones, in order, and on what cancels or ties. */
export function refillsOf(params: ReduceCase): readonly ReduceCase[] {
  const last = params.op === 'sum' ? 'alternating' : 'integers';
  return (['one-sided', 'constant', 'ramp', last] as const).map((fill) => ({ ...params, fill }));
}

/** Bytes of the elements. */
export function valueBytes({ n, dtype }: Pick<ReduceCase, 'n' | 'dtype'>): number {
  return n * bytesOf(parseDtype(dtype).in);
}

/** Bytes of the elements, the offsets and the results of segments, each touched once. */
export function segmentsBytes(params: SegmentsCase): number {
  return valueBytes(params) + 4 * (params.segments + 1) + 4 * params.segments;
}

function resultCount(params: ReduceCase): number {
  return byKind(params, { vector: () => 1, axes: outputCount, segments: ({ segments }) => segments });
}
