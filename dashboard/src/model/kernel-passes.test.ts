import type { KernelPass } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { pairPasses, passTexts } from './kernel-passes.ts';

const pass = (file: string, text: string, groups = 1): KernelPass => ({
  file,
  text,
  bindings: ['x', { buffer: 'sums', offset: 0, bytes: 4 }],
  workgroups: [groups, 1, 1],
});
const files = (pairs: ReturnType<typeof pairPasses>) =>
  pairs.map(({ before, after }) => [before?.text ?? null, after?.text ?? null]);

test('a text that runs again is there once, with its passes', () => {
  const passes = [pass('a.wgsl', 'a', 64), pass('b.wgsl', 'b'), pass('a.wgsl', 'a', 2)];
  expect(passTexts({ passes })).toMatchObject([
    {
      file: 'a.wgsl',
      places: [1, 3],
      passes: 3,
      workgroups: [
        [64, 1, 1],
        [2, 1, 1],
      ],
      bindings: ['x', 'sums'],
    },
    { file: 'b.wgsl', places: [2] },
  ]);
});

test('texts of the same file stand beside each other, then the others in their order', () => {
  const old = { passes: [pass('a.wgsl', 'a'), pass('b.wgsl', 'b'), pass('c.wgsl', 'c')] };
  const fresh = { passes: [pass('n.wgsl', 'n'), pass('a.wgsl', 'A')] };
  expect(files(pairPasses(old, fresh))).toEqual([
    ['b', 'n'],
    ['a', 'A'],
    ['c', null],
  ]);
  expect(files(pairPasses({ passes: [] }, fresh))).toEqual([
    [null, 'n'],
    [null, 'A'],
  ]);
});
