// What is right: every element by itself, exact where the operator is, within its rounding elsewhere.
import { elementwise, observing } from '@kernel-ladder/harness';
import type { Arrays, Oracle, Part } from '@kernel-ladder/harness';
import { isObserved } from './cases.ts';
import type { ElementwiseCase } from './cases.ts';
import { reachesOthers, whatCameOut } from './oracle/observe.ts';
import { referenceOf, requireArray } from './oracle/reference.ts';

/** The bound in words and symbols. */
export const tolerance =
  'u = 2^-24. add, scale, relu, clamp, f16 to f32: exact, of integers modulo 2^32; to f16: either neighbour; saxpy: u·(|a·x| + |y|); ' +
  'gelu: 10·u·|x|; gelu-tanh, silu: u·|y|·(14 + (10 or 4)·|t|), t the exponent; numbers below 2^-126 (f16: 2^-14) may be 0';

/** The operator in f64 at each element; a number that is not finite is observed, and all others are right. */
export function mapOracle(params: ElementwiseCase, inputs: Arrays, part?: Part): Oracle {
  const reference = referenceOf(params, inputs);
  if (!isObserved(params.fill)) return elementwise(`f64 ${params.op}`, reference, part);
  return observing(
    `${params.op} of what is not finite`,
    ({ result }) => whatCameOut(params, reference, requireArray(result, 'output "result"')),
    reachesOthers,
  );
}
