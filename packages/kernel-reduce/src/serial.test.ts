// One thread that adds one element after the other: the longest chain there is, and roundings that on elements alike are all of one
// sign. It is right, and no check may say otherwise.
import { wgsl } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { PlanCase } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import type { ReduceCase } from './cases/kinds.ts';
import { reduceCase } from './cases/vector.ts';
import { family } from './family.ts';
import { fillNames, isSpecial } from './inputs/fills.ts';

const load = fileLoader(new URL('../fixtures/', import.meta.url));
const gpu = useTestGpu();

const cases = fillNames
  // The largest numbers overflow on the way, and are observed.
  .filter((fill) => !isSpecial(fill) && fill !== 'largest')
  .flatMap((fill) => [4097, 70_001].map((n) => ({ ...reduceCase(n), fill })));

test.for(cases)('$n elements of $fill', async (params) => {
  const edgeCases = [{ set: 'one', cases: [params] }];
  const variant = { name: 'serial', summary: '', plan: serial };
  const covered = await coverEdgeCases(gpu(), { family: { ...family, edgeCases }, variant, load, seed: 1 });
  expect(covered).toMatchObject({ failure: null, coverage: [{ passed: 1 }] });
});

const serial: PlanCase<ReduceCase> = ({ n }) => ({
  passes: [{ wgsl: wgsl('serial.wgsl', { N: n }), bindings: ['values', 'result'], workgroups: [1, 1, 1] }],
  implBytes: 4 * n + 4,
  longestSum: n,
});
