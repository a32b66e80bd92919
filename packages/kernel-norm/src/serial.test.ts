// One thread a row, two passes: a chain of as many additions as the row has columns, and roundings that on rows alike are all of
// one sign. It is right, and no check may say otherwise.
import { wgsl } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { PlanCase } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { fills, isObserved, normCase, ops } from './cases.ts';
import type { NormCase } from './cases.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('../fixtures/', import.meta.url));
const gpu = useTestGpu();

const cases = ops.flatMap((op) =>
  fills
    .filter((fill) => !isObserved(fill))
    .flatMap((fill) => [1000, 4097, 16_385].map((columns) => ({ ...normCase(1, columns, op), fill }))),
);

test.for(cases)('$op of $columns columns of $fill', async (params) => {
  const variant = { name: 'serial', summary: '', plan: serial };
  const request = {
    family: { ...family, edgeCases: [{ set: 'one', cases: [params] }] },
    variant,
    load,
    seed: 1,
  };
  expect(await coverEdgeCases(gpu(), request)).toMatchObject({ failure: null, coverage: [{ passed: 1 }] });
});

const serial: PlanCase<NormCase> = ({ rows, columns, op }) => ({
  passes: [
    {
      wgsl: wgsl('serial.wgsl', { COLUMNS: columns, CENTRED: String(op === 'layernorm') }),
      bindings: ['x', 'y', 'gamma', op === 'layernorm' ? 'beta' : 'gamma'],
      workgroups: [rows, 1, 1],
    },
  ],
  implBytes: 0,
  longestSum: columns,
});
