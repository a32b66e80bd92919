// The f64 reference of a case, and the bound in words.
import type { Arrays, Oracle } from '@kernel-ladder/harness';
import { byKind } from './cases/kinds.ts';
import type { ReduceCase } from './cases/kinds.ts';
import { axesOracle } from './oracle/axes.ts';
import { segmentsOracle } from './oracle/segments.ts';
import { vectorOracle } from './oracle/vector.ts';

/** The bound as the result page states it. */
export const tolerance =
  'sum: 2^-24·min(2·D·Σ|x|, 4·√(D·(Σx² + (Σx)²))), D the longest chain of additions, 2·D·2^-24·Σ|x| where elements are alike; integers, min, max, argmin and argmax: exact; subnormals may be flushed';

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
