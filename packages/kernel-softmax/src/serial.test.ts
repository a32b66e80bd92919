// One thread a row: a chain of as many additions as the row has columns, and roundings that on rows alike are all of one sign. It is
// right, and no check may say otherwise.
import { wgsl } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { PlanCase } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import { fills, isHuge, isObserved, softmaxCase } from './cases.ts';
import type { Fill, SoftmaxCase } from './cases.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('../fixtures/', import.meta.url));
const gpu = useTestGpu();

// As the formula is written, and with the maximum taken off: with the first, the terms of a constant row are no whole numbers.
const forms = [
  { form: 'plain', takes: (fill: Fill) => !isHuge(fill) && fill !== 'wide' },
  { form: 'safe', takes: () => true },
];

describe.for(forms)('$form', ({ form, takes }) => {
  const cases = fills
    .filter((fill) => !isObserved(fill) && takes(fill))
    .flatMap((fill) => [1000, 4097, 32_768].map((columns) => ({ ...softmaxCase(1, columns), fill })));

  test.for(cases)('$columns columns of $fill', async (params) => {
    const variant = { name: 'serial', summary: '', plan: serial(form === 'safe') };
    const request = {
      family: { ...family, edgeCases: [{ set: 'one', cases: [params] }] },
      variant,
      load,
      seed: 1,
    };
    expect(await coverEdgeCases(gpu(), request)).toMatchObject({ failure: null, coverage: [{ passed: 1 }] });
  });
});

function serial(isSafe: boolean): PlanCase<SoftmaxCase> {
  return ({ rows, columns }) => ({
    passes: [
      {
        wgsl: wgsl('serial.wgsl', { COLUMNS: columns, SAFE: String(isSafe) }),
        bindings: ['x', 'y'],
        workgroups: [rows, 1, 1],
      },
    ],
    implBytes: 0,
    longestSum: columns,
  });
}
