// Rows of more tiles than a thread adds up alone: too many entries for what the emulator chooses by itself.
import { fileLoader } from '@kernel-ladder/harness/node';
import { inputsOf } from '@kernel-ladder/harness';
import { emulatedDevice, emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { sparseCase } from './cases/kinds.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
// Three rows of five tiles each.
const params = sparseCase({ rows: 3, nnz: 27_500, columns: 9000, pattern: 'dense-row' });
const inputs = inputsOf(family, params, 1);

test.for([
  ['csr-merge', 32],
  ['csr-balanced', 32],
  ['csr-balanced', 8],
  ['csr-segmented', 32],
  ['csr-segmented', 8],
] as const)('%s adds up three rows of five tiles, on subgroups of %i', ([name, subgroupSize]) => {
  const plan = family.variants
    .find((variant) => variant.name === name)!
    .plan(params, emulatedDevice(subgroupSize));
  if ('skip' in plan) throw new Error(plan.skip.message);
  const { outputs, hazards } = emulatePlan({
    plan,
    inputs,
    outputs: family.outputs(params),
    load,
    subgroupSize,
  });
  expect(hazards).toEqual([]);
  expect(family.oracle(params, inputs).verify(outputs, plan)).toMatchObject({ passed: true, message: '' });
});
