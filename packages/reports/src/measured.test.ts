import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import type { FamilyLadder } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { measuredSection } from './measured.ts';
import { withSection } from './section.ts';

const scan: FamilyLadder = {
  name: 'scan',
  title: 'Prefix sums',
  headline: { cache: 'cold', metric: 'gbps', cases: [] },
  rungs: [
    { name: 'slow', summary: 'first', kind: 'gpu' },
    { name: 'fast', summary: 'second', kind: 'gpu' },
  ],
  simulated: false,
  params: [],
  tolerance: 'exact',
};
const timed = (variant: string, us: number) => passed({ id: `scan/${variant}/n=268435456,f32`, us });

test('a row holds the first and the best rung of one run, and the commit that they are of', () => {
  const runs = [runOf('1', [timed('slow', 4000), timed('fast', 1000)])];
  const text = measuredSection({ families: [scan], runs });
  expect(text).toMatch(
    /\| inclusive scan of 2²⁸ f32 \| 4\.00 ms \| `fast`, 1\.00 ms \| .* \| 4\.00× \| `11111111` \|/,
  );
});

test('without a run on hardware there is a sentence, not a table', () => {
  expect(measuredSection({ families: [scan], runs: [] })).toBe('No run on hardware is recorded yet.');
});

test('the section changes what is between its markers and nothing else', () => {
  const page = 'a\n<!-- results:begin -->\nold\n<!-- results:end -->\nb\n';
  expect(withSection(page, 'new')).toBe('a\n<!-- results:begin -->\n\nnew\n\n<!-- results:end -->\nb\n');
  expect(withSection('no markers', 'new')).toBeNull();
  expect(withSection(`${page}${page}`, 'new')).toBeNull();
});
