// What a chain of steps comes to, in one: steps of x → factor·x + addend (mod modulus) compose to a step of that form.
import { elementwise } from '@kernel-ladder/harness';
import type { Arrays, Oracle, Part } from '@kernel-ladder/harness';
import type { ChainCase } from '../cases.ts';

/** What numbers are below. */
export const modulus = 2 ** 20;
const [factor, addend] = [13, 2 ** 19 - 1];

/** Every number behind its steps, bit by bit. */
export function chainOracle({ rounds }: ChainCase, inputs: Arrays, part?: Part): Oracle {
  const { x } = inputs;
  if (!x) throw new Error('no input "x"');
  const whole = jump(rounds);
  const expected = (index: number) => (whole.factor * (x[index] ?? 0) + whole.addend) % modulus;
  return elementwise('steps at once', { output: 'y', expected, tolerance: () => 0 }, part);
}

// Products of numbers below 2^20 are exact in f64.
function jump(rounds: number): { readonly factor: number; readonly addend: number } {
  let whole = { factor: 1, addend: 0 };
  for (let round = 0; round < rounds; round++)
    whole = { factor: (factor * whole.factor) % modulus, addend: (factor * whole.addend + addend) % modulus };
  return whole;
}
