// A run says what its families' ladders are; one that does not is read all the same.
import { expect, test } from 'vitest';
import { familyLadders, parseRun, uniteLadders } from './index.ts';
import type { FamilyLadder, Result, Run } from './index.ts';
import { passed, run } from './testing.ts';

const ladder: FamilyLadder = {
  name: 'reduce',
  title: 'Sums',
  simulated: false,
  params: [{ key: 'n' }, { key: 'op', default: 'sum' }],
  rungs: [
    { name: 'naive', summary: 'one thread', boundBy: 'latency', kind: 'gpu' },
    { name: 'tiled', summary: 'tiles', kind: 'gpu' },
  ],
  headline: { cache: 'cold', metric: 'gbps', cases: ['n=4,f32'] },
  tolerance: 'n ε',
};

const named = (variant: string, more: Partial<Result> = {}): Result => ({
  ...passed,
  variant,
  id: `reduce/${variant}/n=4,f32`,
  ...more,
});
const withResults = (results: readonly Result[], more: Partial<Run> = {}): Run => ({
  ...run,
  results,
  ...more,
});

test('a run file may carry the ladders of its families, and may not', () => {
  const carrying = { ...run, families: [ladder] };
  expect(parseRun('run.json', carrying)).toBe(carrying);
  expect(parseRun('run.json', run).families).toBeUndefined();
});

test('refuses a rung of no kind', () => {
  const rungs = [{ name: 'naive', summary: 'one thread' }];
  expect(() => parseRun('run.json', { ...run, families: [{ ...ladder, rungs }] })).toThrow(
    "run.json: /families/0/rungs/0: must have required property 'kind'",
  );
});

test('the newest run that carries a ladder has it, also where a newer one carries none', () => {
  const older = withResults([passed], { families: [{ ...ladder, title: 'Adding' }] });
  const newer = withResults([passed], { families: [ladder] });
  expect(familyLadders([older, newer, run])).toEqual([ladder]);
});

test('a newer run of the rows beside the kernels alone leaves the kernels on their ladder', () => {
  const cpu = (name: string): FamilyLadder => ({
    ...ladder,
    title: 'CPU',
    rungs: [{ name, summary: 'a loop', kind: 'cpu' }],
  });
  const runs = [[cpu('cpu-0')], [ladder], [cpu('cpu-1')]].map((families) =>
    withResults([passed], { families }),
  );
  const [united] = familyLadders(runs);
  expect(united?.title).toBe('Sums');
  expect(united?.rungs.map(({ name }) => name)).toEqual(['naive', 'tiled', 'cpu-1']);
  expect(familyLadders(runs.slice(0, 2))[0]?.rungs.map(({ name }) => name)).toEqual([
    'naive',
    'tiled',
    'cpu-0',
  ]);
});

test('a family that no run has results of has no ladder', () => {
  expect(familyLadders([withResults([], { families: [ladder] })])).toEqual([]);
});

test('without a ladder the rungs are those of the results, in the order of the newest of the fullest runs', () => {
  const full = withResults([named('naive'), named('tiled')]);
  const partial = withResults([named('vector', { kind: 'peer' })]);
  const [derived] = familyLadders([full, partial]);
  expect(derived?.rungs).toEqual([
    { name: 'naive', kind: 'gpu' },
    { name: 'tiled', kind: 'gpu' },
    { name: 'vector', kind: 'peer' },
  ]);
  expect(derived).toMatchObject({
    name: 'reduce',
    title: 'reduce',
    simulated: false,
    params: [{ key: 'n' }],
  });
});

const other = (variant: string) => named(variant, { case: 'n=8,f32', id: `reduce/${variant}/n=8,f32` });

test('without a ladder a rung that the first case lacks stands between its neighbours of another', () => {
  const first = ['naive', 'vector'].map((variant) => named(variant));
  const results = [...first, ...['naive', 'tiled', 'wide', 'vector', 'late'].map(other)];
  expect(familyLadders([withResults(results)])[0]?.rungs.map(({ name }) => name)).toEqual([
    'naive',
    'tiled',
    'wide',
    'vector',
    'late',
  ]);
});

test.for([
  { flops: 100, minBytes: 20, metric: 'gbps' },
  { flops: 1000, minBytes: 20, metric: 'gflops' },
])(
  'without a ladder $flops operations on $minBytes bytes are read in $metric',
  ({ flops, minBytes, metric }) => {
    const work = { flops, minBytes, implBytes: minBytes };
    expect(familyLadders([withResults([named('naive', { work })])])[0]?.headline.metric).toBe(metric);
  },
);

test('rungs that two packages list of one family stand on one ladder', () => {
  const cpu: FamilyLadder = {
    ...ladder,
    title: 'CPU',
    rungs: [{ name: 'threads', summary: 'all', kind: 'cpu' }],
  };
  const [united, ...rest] = uniteLadders([ladder, cpu]);
  expect(rest).toEqual([]);
  expect(united?.title).toBe('Sums');
  expect(united?.rungs.map(({ name }) => name)).toEqual(['naive', 'tiled', 'threads']);
});
