// One thread that adds one element after the other: the longest chain there is, and roundings that on elements alike are all of one
// sign. It is right, and no check may say otherwise.
import { wgsl } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { PlanCase } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { fills, modes, scanCase } from './cases.ts';
import type { ScanCase } from './cases.ts';
import { family } from './family.ts';
import { nonFinite } from './inputs.ts';

const load = fileLoader(new URL('../fixtures/', import.meta.url));
const gpu = useTestGpu();

const cases = modes.flatMap((mode) =>
  fills.map((fill) => scanCase(32_769, 'f32', mode, fill)).filter((params) => nonFinite(params).length === 0),
);

test.for(cases)('$mode, $fill', async (params) => {
  const edgeCases = [{ set: 'one', cases: [params] }];
  const variant = { name: 'serial', summary: '', plan: serial };
  const covered = await coverEdgeCases(gpu(), { family: { ...family, edgeCases }, variant, load, seed: 1 });
  expect(covered).toMatchObject({ failure: null, coverage: [{ passed: 1 }] });
});

const serial: PlanCase<ScanCase> = ({ n, mode }) => ({
  passes: [
    {
      wgsl: wgsl('serial.wgsl', { N: n, EXCLUSIVE: String(mode === 'exclusive') }),
      bindings: ['values', 'result'],
      workgroups: [1, 1, 1],
    },
  ],
  implBytes: 8 * n,
  longestSum: n,
});
