// Inputs, outputs, reference and work of a case: the kind of the case decides.
import { bytesOf, parseDtype } from '@kernel-ladder/harness';
import type { Arrays, BufferShape, Oracle, Random } from '@kernel-ladder/harness';
import { outputCount } from './axes/fold.ts';
import { axesOracle } from './axes/oracle.ts';
import { axesBytes } from './axes/plans.ts';
import { fillValues } from './fills.ts';
import { byKind, isArg } from './kinds.ts';
import type { ReduceCase } from './kinds.ts';
import { segmentOffsets } from './segments/lengths.ts';
import { segmentsOracle } from './segments/oracle.ts';
import { segmentsBytes } from './segments/plans.ts';
import { vectorOracle } from './vector/oracle.ts';

/** `values`: n elements, rounded to the input type; `offsets`: one u32 a segment and one more. */
export function reduceInputs(params: ReduceCase, random: Random): Arrays {
  const values = fillValues(params, random);
  return byKind<Arrays>(params, {
    vector: () => ({ values }),
    axes: () => ({ values }),
    segments: (segments) => ({ values, offsets: segmentOffsets(segments, random) }),
  });
}

/** `result`: one element for each group of elements; indices are u32. */
export function reduceOutputs(params: ReduceCase): { readonly result: BufferShape } {
  const type = isArg(params.op) ? 'u32' : parseDtype(params.dtype).out;
  return { result: { type, length: resultCount(params) } };
}

/** The f64 reference of a case. */
export function reduceOracle(params: ReduceCase, inputs: Arrays): Oracle {
  const values = inputs['values'];
  if (!values) throw new Error('no input "values"');
  return byKind(params, {
    vector: (vector) => vectorOracle(vector, values),
    axes: (axes) => axesOracle(axes, values),
    segments: (segments) => segmentsOracle(segments, values, inputs),
  });
}

/** One operation for each element but the first of its group; every input and output byte once. */
export function reduceWork(params: ReduceCase): { readonly flops: number; readonly minBytes: number } {
  return {
    flops: Math.max(0, params.n - resultCount(params)),
    minBytes: byKind(params, {
      vector: ({ n, dtype }) => n * bytesOf(parseDtype(dtype).in) + 4,
      axes: (axes) => axesBytes(axes, outputCount(axes)),
      segments: segmentsBytes,
    }),
  };
}

function resultCount(params: ReduceCase): number {
  return byKind(params, { vector: () => 1, axes: outputCount, segments: ({ segments }) => segments });
}
