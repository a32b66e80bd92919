// The f64 truth about a prefix sum, and what may differ from it.
import { observing, unitRoundoff } from '@kernel-ladder/harness';
import type { Accuracy, Arrays, NumberArray, Oracle } from '@kernel-ladder/harness';
import type { Fill, ScanCase } from './cases.ts';
import { compareFloats, compareIntegers } from './oracle/compare.ts';
import { classify } from './oracle/non-finite.ts';

/**
 * Element i within the smaller of 2·D·u and 4·√D·u times Σ_{j≤i}|x_j|, D the longest chain of additions, u = 2^-24: the
 * first bound is the certain one, the second holds for errors that are independent. Exact for integers, which wrap, and
 * for floats as long as all sums are integers below 2^24. Observed where an input is no finite number.
 */
export function scanOracle(params: ScanCase, inputs: Arrays): Oracle {
  const values = inputs['values'];
  if (!values) throw new Error('no input "values"');
  if (isNonFinite(params.fill))
    return observing('non-finite prefix', (outputs) => classify(params, values, resultOf(outputs)));
  const shift = params.mode === 'inclusive' ? 0 : 1;
  if (params.dtype !== 'f32')
    return {
      name: 'wrapping prefix sum',
      verify: (outputs) => compareIntegers(values, resultOf(outputs), shift),
    };
  const exactBelow = integralFills.has(params.fill) ? 2 ** 24 : 0;
  return {
    name: 'f64 compensated prefix sum',
    verify: (outputs, accuracy) =>
      compareFloats(values, resultOf(outputs), { shift, exactBelow, unit: unitOf(accuracy) }),
  };
}

/** The bound on an error as a multiple of the sum of magnitudes. */
function unitOf({ longestSum }: Accuracy): number {
  return unitRoundoff.f32 * Math.min(2 * longestSum, 4 * Math.sqrt(longestSum));
}

const integralFills: ReadonlySet<Fill> = new Set(['integers', 'ones', 'zeros', 'ramp']);

function isNonFinite(fill: Fill): boolean {
  return fill === 'nan' || fill === 'inf' || fill === 'infs';
}

function resultOf(outputs: Arrays): NumberArray {
  const result = outputs['result'];
  if (!result) throw new Error('no output "result"');
  return result;
}
