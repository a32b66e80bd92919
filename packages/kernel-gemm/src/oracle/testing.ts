// What tests of the oracle hold it against: the product as nobody has to compute it.
import { allocate, createRandom } from '@kernel-ladder/harness';
import type { Arrays, NumberArray } from '@kernel-ladder/harness';
import { edgeCases } from '../awkward.ts';
import { cases } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { isPaired, pairsOf, storedAs } from '../dtypes.ts';
import { createInputs } from '../inputs.ts';
import { addedInput } from '../kernels/epilogue.ts';
import { expectedOf } from './bounds.ts';
import { createOracle } from './oracle.ts';
import { multiply, operandsOf, widen } from './reference.ts';

/** The right C, rounded once to its type. */
export function exact(params: GemmCase, inputs: Arrays): NumberArray {
  const { value } = multiply(operandsOf(params, inputs));
  const name = addedInput(params.epilogue);
  const added = name === null ? null : widen(inputs[name]);
  if (isPaired(params.dtype)) return pairsOf(value);
  const c = allocate(storedAs(params.dtype).output, value.length);
  for (const [index, sum] of value.entries()) {
    const addend = added?.[name === 'bias' ? index % params.n : index] ?? 0;
    c[index] = expectedOf(params, { sum, magnitude: 0, added: addend });
  }
  return c;
}

/** Whether the oracle takes a C as the product of the inputs. */
export function judge(params: GemmCase, inputs: Arrays, c: NumberArray): boolean {
  return createOracle(params, inputs).verify({ c }, { longestSum: params.k }).passed;
}

/** How many products a case adds up. */
export function multiplications({ batch, m, n, k }: GemmCase): number {
  return batch * m * n * k;
}

/** Cases of fewer multiplications are small: every change waits for them. */
export const mostOften = 2 ** 16;

/** The awkward cases that have an answer and take no seconds to multiply. */
export const awkward: readonly GemmCase[] = [
  ...edgeCases.flatMap((set) => [...set.cases]),
  ...cases.tiny,
].filter((params) => params.fill !== 'nan' && params.fill !== 'inf' && multiplications(params) < 2 ** 21);

/** Whether zeros are wrong in a case: they are the answer where A is zero, and after ReLU they may be. */
export function isTelling(params: GemmCase): boolean {
  const { fill, epilogue } = params;
  return multiplications(params) > 64 && fill !== 'zeros' && fill !== 'ones' && !epilogue.includes('relu');
}

/** Whether the oracle refuses the right C of a case. */
export function refusesRounded(params: GemmCase): boolean {
  const inputs = createInputs(params, createRandom(1));
  return !judge(params, inputs, exact(params, inputs));
}

/** Whether the oracle takes zeros, or the right C of other inputs, for that of a case. */
export function takesAnother(params: GemmCase): boolean {
  const inputs = createInputs(params, createRandom(1));
  const { output, outputParts } = storedAs(params.dtype);
  const zeros = allocate(output, outputParts * params.batch * params.m * params.n);
  const other = exact(params, createInputs(params, createRandom(2)));
  return [zeros, other].some((c) => judge(params, inputs, c));
}
