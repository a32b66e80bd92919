import type { FamilyListing, ListedId } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { sampleLadder, sampleResult, sampleRun } from '../../fixtures/testing.ts';
import { headlineRungs } from './headline-rungs.ts';

const listing: FamilyListing = { ...sampleLadder('reduce', ['naive', 'optimized', 'last']), ids: [] };

const ids: readonly ListedId[] = ['naive', 'optimized', 'last'].map((variant) => {
  const { id, family, case: name, params, dtype, work } = sampleResult(variant, 1);
  return { id, family, variant, case: name, params, dtype, work, sizes: ['headline'], status: 'runnable' };
});

const chosen = (...runs: Parameters<typeof headlineRungs>[2][number][]) =>
  headlineRungs(ids, [listing], runs).map(({ variant }) => variant);

test('the fastest rung of the newest run that has timed most of them stands for its family', () => {
  const older = sampleRun({ results: [sampleResult('naive', 100), sampleResult('optimized', 900)] });
  expect(chosen(older, sampleRun())).toEqual(['optimized']);
  expect(chosen(sampleRun(), older)).toEqual(['naive']);
});

test('a run of one rung alone says nothing of the others', () => {
  expect(chosen(sampleRun(), sampleRun({ results: [sampleResult('naive', 1)] }))).toEqual(['optimized']);
});

test('where nothing is recorded it is the last rung of the ladder', () => {
  expect(chosen()).toEqual(['last']);
});

test('a rung that breaks on purpose stands for nobody', () => {
  const [slow, fast] = [sampleResult('naive', 100), sampleResult('optimized', 1)];
  const run = sampleRun({ results: [slow, sampleResult('last', 200), { ...fast, breaks: true }] });
  expect(chosen(run)).toEqual(['naive']);
});
