// Awkward cases of all rungs side by side: who is asked, who is blamed, and that nothing else becomes of the ids.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceUse, ListedId, Machine, Result } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { createIo, sampleResult, watched } from '../../fixtures/testing.ts';
import type { FamilyPackage } from '../process/families.ts';
import { createDeviceGate } from '../process/device-gate.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { dealOut } from './cover-families.ts';
import { beginCoverage } from './coverage.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-cover-'));
afterAll(() => rmSync(folder, { recursive: true }));
const log = join(folder, 'log');

// Each rung does what its name says, in the first share of the cases, or in all; all processes wait until two are there, or it is one that is alone.
const entry = join(folder, 'family.ts');
writeFileSync(
  entry,
  `import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
const emit = (event) => writeSync(3, JSON.stringify(event) + '\\n');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const lines = createInterface({ input: process.stdin });
const { value: job } = await lines[Symbol.asyncIterator]().next();
// Who shares the device would be told of what is granted.
process.stdin.destroy();
const { ids, share: { index, of }, beside = 1, ahead, sharesDevice } = JSON.parse(job);
if (sharesDevice) emit({ type: 'device', use: 'yielding' });
const rungOf = (id) => id.split('/')[1];
const has = (rung) => ids.some((id) => rungOf(id) === rung);
appendFileSync(${JSON.stringify(log)}, [process.argv[2], ids.map(rungOf).join('+'), index + '/' + of, beside, ahead].join(' ') + '\\n');
const begun = () => readFileSync(${JSON.stringify(log)}, 'utf8').split('\\n').length - 1;
for (const id of ids) emit({ type: 'start', id });
for (let waits = 0; beside > 1 && begun() < 2 && waits < 200; waits++) await pause(50);
const isFirst = index === 0;
if (isFirst && (has('dies') || (has('dies-beside') && beside > 1))) process.abort();
if (has('loses')) { emit({ type: 'error', code: 'device-lost', message: 'destroyed: by itself' }); process.exit(0); }
const shares = isFirst && has('slow') ? [0.25, 0.5, 0.75, 1] : [1];
for (const share of shares) {
  if (shares.length > 1) await pause(400);
  emit({ type: 'progress', id: ids[0], phase: 'edge cases', share });
}
if (isFirst && has('hangs')) setInterval(() => {}, 1000);
else {
  for (const id of ids) {
    const isShort = rungOf(id) === 'short' && beside > 1;
    const failure = rungOf(id) === 'wrong' && isFirst ? 'EC-1D n=1: wrong' : isShort ? 'no memory' : null;
    const coverage = [{ set: 'EC-1D', total: 1, passed: failure ? 0 : 1, skipped: 0, failed: [] }];
    emit({ type: 'covered', id: rungOf(id) === 'stray' ? 'some/other/n=1,f32' : id, covered: { coverage, failure, ...(isShort ? { isOutOfMemory: true } : {}) }, spent: { deviceMs: 30, judgingMs: 3 } });
  }
  emit({ type: 'done', leakedBuffers: 0 });
}`,
);

const idsOf = (variant: string, status: ListedId['status'] = 'runnable') =>
  [1, 2].map((n): ListedId => {
    const { params, dtype, work } = sampleResult('one', 1000);
    const place = { id: `some/${variant}/n=${n},f32`, family: 'some', variant, case: `n=${n},f32` };
    return { ...place, params, dtype, work, sizes: [], status };
  });

interface Found {
  readonly left: readonly string[];
  readonly covered: { readonly [rung: string]: string | null };
  readonly results: readonly (readonly [string, string | undefined])[];
  readonly asked: readonly string[];
  readonly spentMs: number;
}

const specOf = (more: Partial<MeasureSpec>): MeasureSpec => ({
  job: { gpu: { kind: 'auto' }, seed: 1, effort: 'quick', machine: { software: false } as Machine },
  timeoutMs: 60_000,
  onPhase: () => {},
  onResult: () => {},
  ...more,
});

async function cover(
  ids: readonly ListedId[],
  more: Partial<MeasureSpec> & {
    readonly width?: number;
    /** Notes who asks it for what. */
    readonly asked?: DeviceUse[];
    readonly interruptAt?: string;
    readonly families?: readonly FamilyPackage[];
  } = {},
): Promise<Found> {
  writeFileSync(log, '');
  const { io, interrupt } = createIo('.');
  const results: Result[] = [];
  let spentMs = 0;
  const spec = specOf({
    onPhase: (id) => (id === more.interruptAt ? interrupt() : undefined),
    onResult: (result) => results.push(result),
    ...more,
  });
  const coverage = beginCoverage(
    io,
    { families: more.families ?? [{ name: 'some', entry }], ids, spec },
    {
      width: more.width ?? 2,
      onSpent: ({ deviceMs }) => (spentMs += deviceMs),
      gate: more.asked && watched(createDeviceGate(), more.asked),
    },
  );
  await coverage.done;
  const covered = Object.entries(coverage.covered());
  return {
    left: coverage.left(ids).map(({ id }) => id),
    covered: Object.fromEntries(covered.map(([rung, { failure }]) => [rung, failure])),
    results: results.map(({ id, reason }) => [id, reason?.code]),
    asked: readFileSync(log, 'utf8').trim().split('\n').toSorted(),
    spentMs,
  };
}

const namesOf = (...variants: readonly string[]) => variants.flatMap((variant) => idsOf(variant));
const named = (ids: readonly ListedId[]) => ids.map(({ id }) => id);

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

test('rows of peers are left to the suite that checks', async () => {
  const families = [
    { name: 'peers', entry, rungs: ['some/row'] },
    { name: 'some', entry },
  ];
  const found = await cover(namesOf('right', 'row', 'other'), { families });
  expect(Object.keys(found.covered)).toEqual(['some/right', 'some/other']);
});

test('each case may take as long as an id, and one that hangs is ended', async () => {
  const found = await cover(namesOf('slow', 'hangs'), { timeoutMs: 1200 });
  expect(found.covered).toEqual({ 'some/slow': null });
  expect(found.results).toEqual([
    ['some/hangs/n=1,f32', 'timeout'],
    ['some/hangs/n=2,f32', 'timeout'],
  ]);
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
