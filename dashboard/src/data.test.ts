import { parseSiteFamily, parseSiteIndex } from '@kernel-ladder/schema';
import type { Machine } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { familyFile, made, parseText } from './data.ts';
import { machineOf, sampleFamily } from './testing.ts';

test('accepts a family that follows the schema', () => {
  expect(parseText('f.json', JSON.stringify(sampleFamily), parseSiteFamily).status).toBe('loaded');
});

test('names file and pointer of a fault', () => {
  const broken = JSON.stringify({ ...sampleFamily, runs: [{ runId: 3 }] });
  expect(parseText('data/m/reduce.json', broken, parseSiteFamily)).toMatchInlineSnapshot(`
    {
      "cause": "content",
      "message": "data/m/reduce.json: /runs/0: must have required property 'startedAt'",
      "status": "malformed",
    }
  `);
});

test('says of a page in place of JSON that it is not JSON', () => {
  const loaded = parseText('data/index.json', '<!doctype html>', parseSiteFamily);
  expect(loaded).toMatchObject({ message: expect.stringContaining('data/index.json: not JSON') });
});

test('keeps a family name from leaving the data folder', () => {
  expect(familyFile('../x', 'a/b')).toBe('data/..%2Fx/a%2Fb.json');
});

const [first] = sampleFamily.series;
const [point] = first?.points ?? [];
const change = (series: object, points: object = {}) => ({
  ...sampleFamily,
  series: [{ ...first, points: [{ ...point, ...points }], ...series }],
});

test.for([
  {
    what: 'a series twice',
    family: { ...sampleFamily, series: [first, first] },
    says: '/series/1/id: "reduce/naive/n=1000,f32" stands twice',
  },
  {
    what: 'a run twice',
    family: { ...sampleFamily, runs: sampleFamily.runs.map((run) => ({ ...run, runId: 'a' })) },
    says: '/runs/1/runId: "a" stands twice',
  },
  {
    what: 'a point of no run',
    family: change({}, { run: 3 }),
    says: '/series/0/points/0/run: 3, and there are 3 runs',
  },
  {
    what: 'two points of a run',
    family: change({ points: [point, point] }),
    says: '/series/0/points/1/run: 0 stands after 0',
  },
  {
    what: 'another id than its parts',
    family: change({ id: 'reduce/tree/n=1000,f32' }),
    says: '/series/0/id: must be "reduce/naive/n=1000,f32"',
  },
  {
    what: 'other parameters than the case',
    family: change({ params: { n: 10, dtype: 'f32' } }),
    says: '/series/0/params: n is 10, and the case is "n=1000,f32"',
  },
  {
    what: 'a minimum above the median',
    family: change({}, { timing: { ...point?.timing, minNs: 1_000_000 } }),
    says: '/series/0/points/0/timing/p05Ns: 850 is below minNs, 1000000',
  },
  {
    what: 'a rate beside work and time',
    family: change({}, { metrics: { gbps: 5 } }),
    says: '/series/0/points/0/metrics/gbps: 5 is not minBytes / medianNs, 4',
  },
  {
    what: 'a comparable point with a reason against it',
    family: change({}, { comparableReasons: ['throttled'] }),
    says: '/series/0/points/0/comparable: true in spite of throttled',
  },
  {
    what: 'a time of a failure',
    family: change({}, { status: 'failed' }),
    says: '/series/0/points/0/timing: is there, and the status is failed',
  },
])('does not draw $what', ({ family, says }) => {
  const loaded = parseText('f.json', JSON.stringify(family), parseSiteFamily);
  expect(loaded).toMatchObject({ status: 'malformed', message: expect.stringContaining(`f.json: ${says}`) });
});

function loadIndexOf(...machines: readonly Machine[]) {
  const entries = machines.map((machine) => ({ machine, runs: 1, families: [] }));
  return parseText('index.json', JSON.stringify({ schemaVersion: 1, machines: entries }), parseSiteIndex);
}

test('does not list a machine that its key is not of, or twice', () => {
  const machine = machineOf('acme-gpu-vulkan-12345678', false);
  expect(loadIndexOf(machine)).toMatchObject({ status: 'loaded' });
  expect(loadIndexOf(machine, machine)).toMatchObject({
    message: 'index.json: /machines/1/machine/key: "acme-gpu-vulkan-12345678" stands twice',
  });
  expect(loadIndexOf({ ...machine, backend: 'metal' })).toMatchObject({
    message: expect.stringContaining('and its parts have the key "acme-gpu-metal-12345678"'),
  });
});

test('what is made of a file is made of its value alone', () => {
  const absent = { status: 'absent', file: 'f.json' } as const;
  expect(made<number, number>(absent, (value) => value + 1)).toBe(absent);
  expect(made({ status: 'loaded', value: 1 }, (value) => value + 1)).toEqual({ status: 'loaded', value: 2 });
});
