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

function timed(at: string, variant: string, ns: number) {
  const result = sampleResult(variant, ns);
  return { ...result, case: at, id: `${result.id} ${at}` };
}

test('each headline case has its own rung, and a rung stands once', () => {
  const cases = ['first', 'second', 'third'];
  const many = { ...listing, headline: { ...listing.headline, cases } };
  const listed = cases.flatMap((name) => ids.map((id) => ({ ...id, case: name, id: `${id.id} ${name}` })));
  const results = cases.flatMap((name) => [
    timed(name, 'naive', name === 'second' ? 1 : 9),
    timed(name, 'optimized', 5),
  ]);
  const found = headlineRungs(listed, [many], [sampleRun({ results })]);
  expect(found.map((id) => [id.variant, id.case])).toEqual([
    ['optimized', 'first'],
    ['naive', 'second'],
  ]);
});
