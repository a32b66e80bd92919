import { parseSiteFamily } from '@kernel-ladder/schema';
import type { Result } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { orderRuns, toSiteRun } from './order.ts';
import type { SourcedRun } from './order.ts';
import { kernelFiles } from './files.ts';
import { buildSite } from './testing-site.ts';
import { sampleLadder, samplePeer, sampleResult, sampleRun } from './testing.ts';
import type { RunTraits } from './testing.ts';

const sourced = (traits: RunTraits, local = false) => ({ run: sampleRun(traits), local });
const [shaA, shaB, shaC] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];

test('keeps ancestry even where an unknown commit’s date stands between', () => {
  // By date: b, c, a. By ancestry a comes before b; nobody knows c.
  const runs = [
    sourced({ id: 'c', sha: shaC, date: '2026-01-02T00:00:00Z' }),
    sourced({ id: 'a', sha: shaA, date: '2026-01-03T00:00:00Z' }),
    sourced({ id: 'b', sha: shaB, date: '2026-01-01T00:00:00Z' }),
  ];
  const places = new Map([
    [shaA, 0],
    [shaB, 1],
  ]);
  const orders = [runs, runs.toReversed()].map((given) =>
    orderRuns(given, places).map(({ run }) => run.run.id),
  );
  expect(orders).toEqual([
    ['a', 'c', 'b'],
    ['a', 'c', 'b'],
  ]);
});

test('orders the runs of one commit by the time they began', () => {
  const runs = [
    sourced({ id: 'late', startedAt: '2026-01-05T00:00:00Z' }),
    sourced({ id: 'early', startedAt: '2026-01-04T00:00:00Z' }),
  ];
  expect(orderRuns(runs, new Map([[shaA, 0]])).map(({ run }) => run.run.id)).toEqual(['early', 'late']);
});

test('takes copies for one run: the recorded one, and of these the fullest', () => {
  const [part, whole] = [sourced({ results: [sampleResult('naive', 5)] }), sourced({})];
  const local = sourced(
    { results: ['naive', 'tiled', 'optimized'].map((name) => sampleResult(name, 5)) },
    true,
  );
  for (const runs of [
    [part, whole, local],
    [local, whole, part],
  ]) {
    const [reduce] = buildSite(runs, new Map()).families;
    expect(reduce?.runs.map((run) => run.local)).toEqual([false]);
    expect(reduce?.series.map(({ variant, points }) => [variant, points.length])).toEqual([
      ['naive', 1],
      ['optimized', 1],
    ]);
  }
});

test('tells of each id what its newest run has left of its kernel, and of others nothing', () => {
  const apart = (startedAt: string, ratio: number, variant = 'naive') => {
    const timed = [{ kind: 'no-loads', ns: 1, ratio, low: ratio, high: ratio } as const];
    const perturbations = { cache: 'hot', turns: 6, ownNs: 1, timed, refused: [] } as const;
    return sourced({ id: startedAt, startedAt, results: [{ ...sampleResult(variant, 500), perturbations }] });
  };
  const runs = [
    apart('2026-01-01T00:00:00Z', 0.4),
    apart('2026-01-02T00:00:00Z', 0.6),
    sourced({ id: 'plain' }),
  ];
  const [reduce] = buildSite([...runs, apart('2026-01-01T12:00:00Z', 0.7, 'tree')], new Map()).families;
  const told = reduce?.perturbed?.map(({ variant, perturbations }) => [
    variant,
    perturbations.timed[0]?.ratio,
  ]);
  expect(told).toEqual([
    ['naive', 0.6],
    ['tree', 0.7],
  ]);
  expect(parseSiteFamily('reduce.json', reduce)).toEqual(reduce);
  expect(buildSite([sourced({})], new Map()).families[0]).not.toHaveProperty('perturbed');
});

test('orders rungs as the newest full run has them, whatever a partial run began with', () => {
  const partial = sourced({
    id: 'first',
    startedAt: '2026-01-01T00:00:00Z',
    results: [sampleResult('optimized', 5)],
  });
  const full = sourced({ id: 'second', startedAt: '2026-01-02T00:00:00Z' });
  const { families } = buildSite([partial, full], new Map());
  expect(families[0]?.series.map(({ variant }) => variant)).toEqual(['naive', 'optimized']);
});

test('orders rungs as the ladder of the newest run that carries one, and rungs that it has no more behind them', () => {
  const results = ['gone', 'tiled', 'naive'].map((variant) => sampleResult(variant, 5));
  const families = [sampleLadder('reduce', ['naive', 'tiled', 'vector'])];
  const carrying = { run: { ...sampleRun({ results }), families }, local: false };
  const older = sourced({ id: 'older', startedAt: '2026-01-01T00:00:00Z' });
  const [reduce] = buildSite([older, carrying], new Map()).families;
  expect(reduce?.series.map(({ variant }) => variant)).toEqual(['naive', 'tiled', 'optimized', 'gone']);
  expect(reduce?.ladder).toEqual(families[0]);
});

function runWithPeer(day: string, version: string): SourcedRun {
  const results = [sampleResult('naive', 2000), samplePeer('torch', 1000, version)];
  return sourced({ id: day, startedAt: `2026-01-${day}T00:00:00Z`, results });
}

test('names each peer once, and a point by its place', () => {
  const runs = [runWithPeer('03', '2.11'), runWithPeer('04', '2.11'), runWithPeer('05', '2.12')];
  const { families } = buildSite(runs, new Map());
  expect(families[0]?.peers?.map(({ version }) => version)).toEqual(['2.11', '2.12']);
  const [naive, torch] = families[0]?.series ?? [];
  expect(torch?.points.map(({ peer }) => peer)).toEqual([0, 0, 1]);
  expect(naive?.points.map(({ peer }) => peer)).toEqual([undefined, undefined, undefined]);
  const stray = families.map((family) => ({ ...family, peers: [] }));
  expect(() => parseSiteFamily('f.json', stray[0])).toThrow(
    '/series/1/points/0/peer: 0, and there are 0 peers',
  );
});

test('a result from before there was a parameter has it at its usual value', () => {
  const old = { ...sampleResult('naive', 5), params: { n: 64, dtype: 'f32' } };
  const run = sampleRun({ results: [old] });
  const params = [{ key: 'n' }, { key: 'ilp', default: 0 }];
  const ladder = { ...sampleLadder('reduce', ['naive']), params };
  const [family] = buildSite([{ run: { ...run, families: [ladder] }, local: false }], new Map()).families;
  expect(family?.series[0]?.params).toEqual({ n: 64, dtype: 'f32', ilp: 0 });
});

test('a family without peers has no list of them', () => {
  expect(buildSite([sourced({})], new Map()).families[0]).not.toHaveProperty('peers');
});

test('a family whose runs carry no ladder gets that of its results', () => {
  const [reduce] = buildSite([sourced({})], new Map()).families;
  expect(reduce?.ladder).toMatchObject({
    title: 'reduce',
    rungs: [{ name: 'naive' }, { name: 'optimized' }],
  });
});

test('names the kernels of a family whose texts are recorded, and puts each into a file', () => {
  const hashes = ['1', '2', '3'].map((digit) => digit.repeat(16));
  const results = hashes.map((kernelHash, at) => ({ ...sampleResult(`v${at}`, 5), kernelHash }));
  const texts = [...hashes.slice(1), 'f'.repeat(16)].map(
    (hash) => ({ schemaVersion: 1, hash, passes: [] }) as const,
  );
  const site = buildSite([sourced({ results })], new Map(), new Set(texts.map(({ hash }) => hash)));
  expect(site.families[0]?.kernels).toEqual(hashes.slice(1));
  expect(kernelFiles(site.families, texts).map(({ name }) => name)).toEqual(
    hashes.slice(1).map((hash) => `kernels/${hash}.json`),
  );
});

test('counts a recorded run that still lies in results/ once', () => {
  const { families } = buildSite([sourced({ id: 'same' }), sourced({ id: 'same' }, true)], new Map());
  expect(families[0]?.runs).toHaveLength(1);
});

test('shows no case that its family does not list', () => {
  const unlisted: Result = { ...sampleResult('tree', 900), unlisted: true };
  const run = sampleRun({ results: [sampleResult('naive', 2000), unlisted] });
  const { families } = buildSite([{ run, local: true }], new Map());
  expect(families[0]?.series.map(({ variant }) => variant)).toEqual(['naive']);
});

test('a point of a failed id has its reason and no number', () => {
  const { timing: _, metrics: __, samplesNs: ___, check: ____, ...rest } = sampleResult('naive', 100);
  const reason = { code: 'wrong-result', message: 'c[0] is 1, expected 2' };
  const { families } = buildSite([sourced({ results: [{ ...rest, status: 'failed', reason }] })], new Map());
  const point = { run: 0, status: 'failed', reason, comparable: true, kernelHash: '0123456789abcdef' };
  expect(families[0]?.series[0]?.points).toEqual([point]);
});

test('says why a timing does not compare, and nothing where it does', () => {
  const [sound, slow] = [sampleResult('naive', 100), sampleResult('optimized', 50)];
  const results: Result[] = [sound, { ...slow, comparable: false, comparableReasons: ['throttled'] }];
  const { families } = buildSite([sourced({ results })], new Map());
  expect(families[0]?.series.map(({ points }) => points[0]?.comparableReasons)).toEqual([
    undefined,
    ['throttled'],
  ]);
});

const of = (family: string, more: Partial<Result> = {}): Result => ({
  ...sampleResult('naive', 100),
  id: `${family}/naive/n=1024,f32`,
  family,
  ...more,
});

const openingOf = (...runs: readonly Result[][]) =>
  buildSite(
    runs.map((results, at) => sourced({ id: `${at}`, results })),
    new Map(),
  ).index.machines[0]?.opening;

test('opens on the family with the most runs, and on one of simulated ranks only where there is no other', () => {
  const simulated = of('allreduce', { simulated: true });
  expect(openingOf([simulated, of('gemm'), of('scan')], [of('scan')], [simulated])).toBe('scan');
  expect(openingOf([simulated, of('scan'), of('gemm')])).toBe('gemm');
  expect(openingOf([simulated])).toBe('allreduce');
});

test('shows a machine as its newest run saw it', () => {
  const old = sourced({ id: 'old', startedAt: '2026-01-01T00:00:00Z' });
  const run = sampleRun({ id: 'new', startedAt: '2026-02-01T00:00:00Z' });
  const newest = { run: { ...run, machine: { ...run.machine, node: 'v26.0.0' } }, local: false };
  expect(buildSite([newest, old], new Map()).index.machines[0]?.machine.node).toBe('v26.0.0');
});

function siteRun(traits: RunTraits, ...argv: readonly string[]) {
  const sample = sampleRun(traits);
  const run = { ...sample, run: { ...sample.run, argv } };
  const { interrupted, selected, peers } = toSiteRun({ run, local: false });
  return { interrupted, selected, peers };
}

test.for<readonly [RunTraits, readonly string[], object]>([
  [{}, [], {}],
  [{ interrupted: true }, ['--suite=quick', '--hardware'], { interrupted: true }],
  [{}, ['--suite=quick', '--select=gemm/**'], { selected: true }],
  [{}, ['--select', 'gemm/**'], { selected: true }],
  [{}, ['--suite=quick', 'gemm/**'], { selected: true }],
  [{}, ['--why'], { selected: true }],
  [{}, ['--suite=full', '--peers'], { peers: true }],
])('a run of traits %j that was asked for by %j says %j of itself', ([traits, argv, said]) => {
  expect(siteRun(traits, ...argv)).toEqual(said);
});

test('a point says which parameters of a tuning table it ran with', () => {
  const tuned = {
    rung: 'naive',
    class: 'n=1024,f32',
    choice: { tile: 8, held: true },
    space: '0'.repeat(16),
    at: '2026-01-01T00:00:00Z',
  };
  const results = [{ ...sampleResult('naive', 5000), tuned }, sampleResult('optimized', 4000)];
  const [reduce] = buildSite([sourced({ results })], new Map()).families;
  const { series } = parseSiteFamily('reduce', reduce);
  expect(series.map(({ points: [point] }) => point?.tuned)).toEqual([tuned, undefined]);
});
