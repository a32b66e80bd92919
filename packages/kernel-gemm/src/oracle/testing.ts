// What tests of the oracle hold it against: the product as nobody has to compute it.
import { allocate } from '@kernel-ladder/harness';
import type { Arrays, NumberArray } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { isPaired, pairsOf, storedAs } from '../dtypes.ts';
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
