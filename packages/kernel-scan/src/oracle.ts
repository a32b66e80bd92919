// The f64 truth about a prefix sum, and what may differ from it.
import { observing, stretchOf } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle, Part } from '@kernel-ladder/harness';
import { sumUnits } from '@kernel-ladder/kernel-kit';
import type { Terms } from '@kernel-ladder/kernel-kit';
import type { Fill, ScanCase } from './cases.ts';
import { compareFloats, compareIntegers } from './oracle/compare.ts';
import { floatBefore, integerBefore } from './oracle/prefix.ts';
import { classify } from './oracle/non-finite.ts';

/**
 * Element i within the `sumBound` of the terms up to it. Exact for integers, which wrap, and for floats as long as all sums are integers
 * below 2^24. Observed where an input is no finite number.
 */
export function scanOracle(params: ScanCase, inputs: Arrays, part?: Part): Oracle {
  const values = inputs['values'];
  if (!values) throw new Error('no input "values"');
  if (isNonFinite(params.fill))
    return observing(
      'non-finite prefix',
      (outputs) => classify(params, values, resultOf(outputs)),
      // What stands before the first such number has not seen it, and what comes after is that sum or a finite one.
      (outcome) => outcome === 'leaks backwards' || outcome.startsWith('other'),
    );
  const shift = params.mode === 'inclusive' ? 0 : 1;
  const stretch = stretchOf(values.length, part);
  if (params.dtype !== 'f32') {
    const before = integerBefore(values, stretch.from);
    return {
      name: 'wrapping prefix sum',
      verify: (outputs) => compareIntegers(values, resultOf(outputs), { shift, stretch, before }),
    };
  }
  const exactBelow = exactSums(params.fill);
  const terms = termsOf(params.fill);
  const before = floatBefore(values, stretch.from);
  return {
    name: 'f64 compensated prefix sum',
    verify: (outputs, { longestSum }) => {
      const rule = { shift, exactBelow, ...sumUnits(longestSum, terms) } as const;
      return compareFloats(values, resultOf(outputs), { rule, stretch, before });
    },
  };
}

// The Σ|x| below which sums are exact; those of `integers`, which are of either sign, stay small however many they are.
function exactSums(fill: Fill): number {
  if (fill === 'integers') return Infinity;
  return integralFills.has(fill) ? 2 ** 24 : 0;
}

function termsOf(fill: Fill): Terms {
  return integralFills.has(fill) || alikeFills.has(fill) ? 'alike' : 'drawn';
}

const integralFills: ReadonlySet<Fill> = new Set(['ones', 'zeros', 'ramp']);
const alikeFills: ReadonlySet<Fill> = new Set(['constant', 'alternating', 'extremes']);

function isNonFinite(fill: Fill): boolean {
  return fill === 'nan' || fill === 'inf' || fill === 'infs';
}

function resultOf(outputs: Arrays): NumberArray {
  const result = outputs['result'];
  if (!result) throw new Error('no output "result"');
  return result;
}
