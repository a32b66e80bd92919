// Awkward cases of all rungs side by side: who is asked, who is blamed, and that nothing else becomes of the ids.
import type { DeviceUse, Machine } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { cover, entry, idsOf, named, namesOf, specOf } from '../../fixtures/covering.ts';
import { createIo } from '../../fixtures/testing.ts';
import { dealOut } from './cover-families.ts';
import { beginCoverage } from './coverage.ts';

test('rungs of a family share processes, each with a share of the cases, and what is wrong is left to its ids', async () => {
  const ids = [...namesOf('right', 'wrong', 'other'), ...idsOf('left-out', 'skipped')];
  const found = await cover(ids);
  const asked = Array.from({ length: 8 }, (_, index) => `cover right+wrong+other ${index}/8 2 true`);
  expect(found.asked.toSorted()).toEqual(asked);
  expect(found.left).toEqual(named(ids));
  expect(found.covered).toEqual({ 'some/right': null, 'some/wrong': 'EC-1D n=1: wrong', 'some/other': null });
  expect(found.results).toEqual([]);
  // Two at a time: of each rung in each share the half of its device’s time.
  expect(found.spentMs).toBe((8 * 3 * 30) / 2);
});

test('who dies or lacks memory beside others is tried again alone, with nothing ahead', async () => {
  const found = await cover(namesOf('dies-beside', 'right'));
  const alone = found.asked.filter((line) => line.endsWith(' 1 false'));
  expect(alone).toEqual(['cover dies-beside 0/8 1 false', 'cover right 0/8 1 false']);
  expect(found.covered).toEqual({ 'some/dies-beside': null, 'some/right': null });
  const short = await cover(namesOf('short', 'right'));
  expect(short.asked.filter((line) => line.endsWith(' 1 false'))).toHaveLength(8);
  expect(short.covered).toEqual({ 'some/short': null, 'some/right': null });
  expect([...found.results, ...short.results]).toEqual([]);
});

test('where others time meanwhile the device is given way on, and had alone by who is tried again', async () => {
  const asked: DeviceUse[] = [];
  const found = await cover(namesOf('dies-beside', 'right'), { asked });
  expect(found.covered).toEqual({ 'some/dies-beside': null, 'some/right': null });
  expect(asked.filter((use) => use === 'yielding')).toHaveLength(8);
  expect(asked.filter((use) => use === 'alone')).toHaveLength(2);
  expect(asked.indexOf('alone')).toBeGreaterThan(asked.lastIndexOf('yielding'));
});

test('what a family comes to is known before the next one is looked at to its end', async () => {
  const families = ['some', 'other'].map((name) => ({ name, entry }));
  const ids = ['some', 'other'].flatMap((name) =>
    idsOf('slow').map((id) => ({ ...id, id: id.id.replace('some', name), family: name })),
  );
  const { io } = createIo('.');
  const coverage = beginCoverage(io, { families, ids, spec: specOf({}) }, { width: 2 });
  const [first, second] = families;
  expect([coverage.isKnown(first!), coverage.isKnown(second!)]).toEqual([false, false]);
  await coverage.of(first!);
  expect([coverage.isKnown(first!), coverage.isKnown(second!)]).toEqual([true, false]);
  expect(Object.keys(coverage.covered())).toEqual(['some/slow']);
  coverage.close();
  await coverage.done;
  expect([coverage.isKnown(second!), Object.keys(coverage.covered())]).toEqual([false, ['some/slow']]);
});

test('rows of peers are left to the suite that checks', async () => {
  const families = [
    { name: 'peers', entry, rungs: ['some/row'] },
    { name: 'some', entry },
  ];
  const found = await cover(namesOf('right', 'row', 'other'), { families });
  expect(Object.keys(found.covered)).toEqual(['some/right', 'some/other']);
});

test('what is known is not checked again', async () => {
  const known = { 'some/right': { coverage: [], failure: null } };
  const found = await cover(namesOf('right', 'other', 'wrong'), { covered: () => known });
  expect(new Set(found.asked.map((line) => line.split(' ')[1]))).toEqual(new Set(['other+wrong']));
});

test.for([
  { what: 'one process has room', more: { width: 1 } },
  { what: 'nothing is timed', more: { job: { timing: false } } },
  { what: 'no awkward case is wanted', more: { job: { edgeCases: false } } },
])('nobody is asked where $what', async ({ more: { job, ...more } }) => {
  const usual = {
    gpu: { kind: 'auto' },
    seed: 1,
    effort: 'quick',
    machine: { software: false } as Machine,
  } as const;
  const ids = namesOf('right', 'other');
  const found = await cover(ids, { ...more, job: { ...usual, ...job } });
  expect(found).toMatchObject({ left: named(ids), covered: {}, asked: [''] });
});

test('nobody is asked for one rung alone', async () => {
  expect((await cover(namesOf('right'))).asked).toEqual(['']);
});

test('an interrupt charges nobody', async () => {
  const ids = namesOf('dies-beside', 'right', 'other');
  const found = await cover(ids, { interruptAt: 'some/right/n=1,f32' });
  expect(found).toMatchObject({ left: named(ids), covered: {}, results: [] });
});

test('nobody is tried again behind an interrupt', async () => {
  // Only alone does the second of them tell of its cases.
  const found = await cover(namesOf('dies-beside', 'right', 'other'), { interruptAt: 'some/right/n=1,f32' });
  const alone = found.asked.filter((line) => line.endsWith(' 1 false'));
  expect(alone).toEqual(['cover dies-beside 0/8 1 false', 'cover right 0/8 1 false']);
  expect(found).toMatchObject({ covered: {}, results: [] });
});

test('families come one after another, each with as many processes as it has rungs', () => {
  const families = [1, 5].map((count, at) => ({
    family: { name: ['small', 'large'][at]!, entry: '' },
    rungs: Array.from({ length: count }, (_, rung) => ({ rung: `${rung}`, id: `${rung}` })),
  }));
  const shares = dealOut(families, 3).map(
    ({ family, share: { index, of } }) => `${family.name} ${index}/${of}`,
  );
  expect(shares.slice(0, 4)).toEqual(['small 0/2', 'small 1/2', 'large 0/10', 'large 1/10']);
  expect(shares.at(-1)).toBe('large 9/10');
});

test('half of the processes are at the first family at once, and a third at any other, however few its rungs', () => {
  const families = [1, 1, 58].map((count, at) => ({
    family: { name: ['first', 'second', 'third'][at]!, entry: '' },
    rungs: Array.from({ length: count }, (_, rung) => ({ rung: `${rung}`, id: `${rung}` })),
  }));
  const shares = Map.groupBy(dealOut(families, 15), ({ family }) => family.name);
  expect([...shares.values()].map(({ length }) => length)).toEqual([8, 5, 58]);
});
