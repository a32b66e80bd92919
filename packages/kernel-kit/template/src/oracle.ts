// What is right: every element within the rounding of one product and one addition.
import { elementwise, unitRoundoff } from '@kernel-ladder/harness';
import type { Arrays, Oracle } from '@kernel-ladder/harness';
import type { TemplateCase } from './cases.ts';
import { addend, factor } from './inputs.ts';

/** The bound in words and symbols. */
export const tolerance = 'per element 2·2^-24·(|a·x| + |b|)';

/** a·x + b in double precision. */
export function templateOracle(_: TemplateCase, inputs: Arrays): Oracle {
  const at = (index: number) => inputs['x']?.[index] ?? Number.NaN;
  return elementwise('f64 a·x + b', {
    output: 'y',
    expected: (index) => factor * at(index) + addend,
    tolerance: (index) => 2 * unitRoundoff.f32 * (Math.abs(factor * at(index)) + Math.abs(addend)),
  });
}
