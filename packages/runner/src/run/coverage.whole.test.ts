// Awkward cases side by side, a process a share: who is asked, who is blamed, and that nothing else becomes of the ids.
import type { DeviceUse } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { cover, entry, idsOf, named, namesOf, specOf } from '../../fixtures/covering.ts';
import { createIo } from '../../fixtures/testing.ts';
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

test('who dies alone as well fails all its ids that run here, and no others', async () => {
  const ids = [...namesOf('dies', 'loses', 'stray', 'right'), ...idsOf('dies', 'skipped').slice(1)];
  const found = await cover(ids.filter((_, at) => at !== 1));
  expect(found.results).toEqual([
    ['some/dies/n=1,f32', 'crashed'],
    ['some/loses/n=1,f32', 'device-lost'],
    ['some/loses/n=2,f32', 'device-lost'],
    ['some/stray/n=1,f32', 'crashed'],
    ['some/stray/n=2,f32', 'crashed'],
  ]);
  expect(found.left).toEqual(['some/right/n=1,f32', 'some/right/n=2,f32', 'some/dies/n=2,f32']);
});

test('each case may take as long as an id, and one that hangs is ended', async () => {
  const found = await cover(namesOf('slow', 'hangs'), { timeoutMs: 1200 });
  expect(found.covered).toEqual({ 'some/slow': null });
  expect(found.results).toEqual([
    ['some/hangs/n=1,f32', 'timeout'],
    ['some/hangs/n=2,f32', 'timeout'],
  ]);
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
