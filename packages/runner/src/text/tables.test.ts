import { fittingUnit, metricIds, metricTable } from '@kernel-ladder/schema';
import type { Result } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { formatMetric, formatNs } from './format.ts';
import { metricColumns, metricText } from './metric-text.ts';
import { counts, familyTable, problems } from './tables.ts';
import { sampleLadder, sampleResult, sampleRun } from '../../fixtures/testing.ts';

const { timing: _, metrics: __, samplesNs: ___, ...untimed } = sampleResult('tiled', 1);
const reason = { code: 'limit:maxBufferSize', message: 'too large' };
const results = [
  sampleResult('optimized', 500),
  sampleResult('naive', 2000),
  { ...untimed, status: 'failed', reason: { code: 'wrong-result', message: 'c[0] is 1' } } as const,
  { ...untimed, id: 'reduce/huge/n=1024,f32', variant: 'huge', status: 'skipped', reason } as const,
  { ...untimed, id: 'reduce/empty/n=1024,f32', variant: 'empty' },
];
const run = sampleRun({ results });
const rungs = ['naive', 'tiled', 'huge', 'empty', 'optimized'];
const ladder = { ...sampleLadder('reduce', rungs), title: 'Reduction' };

test('shows a family’s rungs in the order of the ladder, with speed-up over the first', () => {
  expect(familyTable(ladder, run)).toMatchInlineSnapshot(`
    "
    Reduction (reduce)
    case        variant     median   spread             rate  % roof  % peak  speed-up
    ──────────  ─────────  ───────  ───────  ───────────────  ──────  ──────  ────────
    n=1024,f32  naive         2 µs  ±0.25 %        2.05 GB/s  12.3 %       –        1×
    n=1024,f32  tiled       failed
    n=1024,f32  huge       skipped
    n=1024,f32  empty       passed           nothing to time
    n=1024,f32  optimized   500 ns     ±1 %         8.2 GB/s  12.3 %       –        4×
    "
  `);
});

test('a table of a software adapter says first what is right, then whose the times are', () => {
  const set = { set: 'sizes', total: 13, passed: 12, skipped: 1, failed: [] };
  const covered = results.map((result) =>
    result.variant === 'naive' ? { ...result, coverage: [set] } : result,
  );
  expect(familyTable(ladder, sampleRun({ software: true, results: covered }))).toMatchInlineSnapshot(`
    "
    Reduction (reduce)
    right: 3 of 4 results, 12 of 12 edge cases
    case        variant              check  emulated       rate
    ──────────  ─────────  ───────────────  ────────  ─────────
    n=1024,f32  naive      right, 12 of 12      2 µs  2.05 GB/s
    n=1024,f32  tiled               failed
    n=1024,f32  huge               skipped
    n=1024,f32  empty                right                    –
    n=1024,f32  optimized            right    500 ns   8.2 GB/s
    (times and rates: a CPU that imitates a GPU)
    "
  `);
});

test.for(metricIds)('writes %s with a unit of the table, and a dash where a result has none', (id) => {
  const numbers = Object.fromEntries(metricIds.map((one) => [one, 12_345]));
  const sample = sampleResult('naive', 1);
  const measured = { ...sample, timing: { ...sample.timing!, ...numbers }, metrics: numbers };
  const unit = fittingUnit(metricTable[id].units, 12_345, 'float');
  expect(metricText(id, measured)).toMatch(new RegExp(`^[\\d.]+ ${unit.name}$`));
  expect(metricText(id, untimed)).toBe('–');
  const { titles, cells } = metricColumns([measured]);
  expect(titles).toContain(metricTable[id].short.toLowerCase());
  expect(cells(measured)).toContain(metricText(id, measured));
});

test('names failures one by one and skips by reason', () => {
  expect(problems(run)).toBe(
    'failed   reduce/tiled/n=1024,f32: wrong-result: c[0] is 1\nskipped  1 × limit:maxBufferSize: too large\n',
  );
});

test('names timings of a GPU that must not be compared', () => {
  const throttled = {
    ...sampleResult('naive', 2000),
    comparable: false,
    comparableReasons: ['throttled'],
  } as const;
  expect(problems(sampleRun({ results: [throttled] }))).toBe('doubtful reduce/naive/n=1024,f32: throttled\n');
});

test('counts each status', () => {
  expect(counts(results)).toBe('3 passed, 1 failed, 1 skipped');
});

test.for([
  [999, '999 ns'],
  [12_345, '12.35 µs'],
  [1e6, '1 ms'],
  [2.5e9, '2.5 s'],
  [1e14, '100000 s'],
] as const)('writes %d ns as %s', ([ns, text]) => {
  expect(formatNs(ns)).toBe(text);
});

test.for([
  ['gflops', 999, 'float', '999 GFLOP/s'],
  ['gflops', 264_512, 'float', '264.5 TFLOP/s'],
  ['gflops', 264_512, 'integer', '264.5 TOP/s'],
  ['gflops', 0.25, 'integer', '250 MOP/s'],
  ['gbps', 0.000_576_1, 'float', '0.58 MB/s'],
  ['gbps', 4120.4, 'float', '4120 GB/s'],
  ['pctOfRoof', 92.61, 'float', '92.6 %'],
] as const)('writes %s of %d on %s numbers as %s', ([id, value, numbers, text]) => {
  expect(formatMetric(id, value, numbers)).toBe(text);
});

const cub = {
  name: 'CUB',
  version: '2.8',
  api: 'cuda',
  settings: { stream: 'default' },
  timedBy: 'CUDA events round a call',
} as const;
/** Samples enough for an interval. */
const often = (result: Result): Result => ({ ...result, timing: { ...result.timing!, n: 6 } });
const peerRow = (variant: string, ns: number): Result => {
  const { kernelHash: ____, dispatch: _____, ...bare } = often(sampleResult(variant, ns));
  return { ...bare, kind: 'peer', peer: { ...cub, name: variant } };
};

test('peers stand below the rungs, each with how the best rung does beside it', () => {
  const rows = [
    peerRow('cub', 400),
    sampleResult('naive', 2000),
    often(sampleResult('optimized', 500)),
    peerRow('torch', 900),
    { ...peerRow('triton', 1000), timing: sampleResult('triton', 1000).timing! },
  ];
  expect(familyTable(ladder, sampleRun({ results: rows }))).toMatchInlineSnapshot(`
    "
    Reduction (reduce)
    case        variant    median   spread        rate  % roof  % peak  speed-up          best over it
    ──────────  ─────────  ──────  ───────  ──────────  ──────  ──────  ────────  ────────────────────
    n=1024,f32  naive        2 µs  ±0.25 %   2.05 GB/s  12.3 %       –        1×
    n=1024,f32  optimized  500 ns     ±1 %    8.2 GB/s  12.3 %       –        4×
    n=1024,f32  cub *      400 ns   ±1.3 %  10.25 GB/s  12.3 %       –        5×  0.8× (0.775 … 0.826)
    n=1024,f32  torch *    900 ns  ±0.56 %  4.556 GB/s  12.3 %       –     2.22×    1.8× (1.76 … 1.84)
    n=1024,f32  triton *     1 µs   ±0.5 %    4.1 GB/s  12.3 %       –        2×                    2×
    * cub: cub, 2.8, stream default; CUDA events round a call
    * torch: torch, 2.8, stream default; CUDA events round a call
    * triton: triton, 2.8, stream default; CUDA events round a call
    best over it: how many times as fast the fastest rung of the case is (2× is half the time; 95 % interval of both medians)
    "
  `);
});

test('a peer that was skipped is marked, and nothing more is said of who it is', () => {
  const { timing: ____, metrics: _____, samplesNs: ______, ...absent } = peerRow('torch', 1);
  const text = familyTable(ladder, sampleRun({ results: [{ ...absent, status: 'skipped', reason }] }));
  expect(text).toMatch(/torch \* +skipped\n$/);
});

test('without a time of ours there is no column of ratios, and none on a software adapter', () => {
  const alone = sampleRun({ results: [peerRow('cub', 400)] });
  const software = sampleRun({ software: true, results: [sampleResult('naive', 2000), peerRow('cub', 400)] });
  for (const one of [alone, software]) expect(familyTable(ladder, one)).not.toContain('best over it');
  expect(familyTable(ladder, alone)).toMatch(/cub \* .* –\n/);
});

test('what a compiler took stands behind the rates, where one wrote a rung', () => {
  const naive = sampleResult('naive', 2000);
  const compiled = { ...sampleResult('tiled', 1000), metrics: { gbps: 4, compileNs: 12_300_000 } };
  const text = familyTable(ladder, sampleRun({ results: [naive, compiled] }));
  expect(text).toMatch(/speed-up +compile\n/);
  expect(text).toMatch(/tiled .* 12\.3 ms\n/);
  expect(familyTable(ladder, sampleRun({ results: [naive] }))).not.toContain('compile');
});

test('what a caller of a library waits for stands beside the time of its samples', () => {
  const both = [sampleResult('naive', 2000), { ...peerRow('tfjs', 4000), wallNs: 1_250_000 }];
  const text = familyTable(ladder, sampleRun({ results: both }));
  expect(text).toMatch(/variant +median +caller +spread/);
  expect(text).toMatch(/n=1024,f32  naive +2 µs {3,}/);
  expect(text).toMatch(/n=1024,f32  tfjs \* +4 µs +1\.25 ms /);
  expect(text).toContain("caller: what who calls it waits for, by the host's clock\n");
  expect(familyTable(ladder, sampleRun({ results: both.slice(0, 1) }))).not.toContain('caller');
});

test('a row that is no kernel is marked and explained, and its clock is no doubt about it', () => {
  const { kernelHash: ____, ...bare } = sampleResult('cpu-1', 4000);
  const peer = { name: 'a loop', version: '1', settings: { threads: 2 }, timedBy: 'wall time of a call' };
  const onHost = {
    ...bare,
    kind: 'cpu',
    peer,
    comparable: false,
    comparableReasons: ['host-clock'],
  } as const;
  const throttled = { ...onHost, comparableReasons: ['host-clock', 'throttled'] } as const;
  const withPeer = { ...ladder, rungs: [...ladder.rungs, { name: 'cpu-1', kind: 'cpu' as const }] };
  const rows = [sampleResult('naive', 2000), onHost];
  const text = familyTable(withPeer, sampleRun({ results: rows }));
  expect(text).toMatch(
    /n=1024,f32  cpu-1 \* +4 µs .* 0\.5× +2×\n\* cpu-1: a loop, 1, threads 2; wall time of a call\n/,
  );
  expect(problems(sampleRun({ results: [onHost] }))).toBe('');
  expect(problems(sampleRun({ results: [throttled] }))).toBe(
    'doubtful reduce/cpu-1/n=1024,f32: host-clock, throttled\n',
  );
});

test('marks a rung that runs with parameters of a tuning table, and says which', () => {
  const tuned = {
    rung: 'optimized',
    class: 'n=1024',
    choice: { workgroup: 64, groups: 1 },
    space: '0'.repeat(16),
    at: '2026-01-02T03:04:05Z',
  };
  const text = familyTable(
    ladder,
    sampleRun({ results: [sampleResult('naive', 2000), { ...sampleResult('optimized', 500), tuned }] }),
  );
  expect(text).toMatch(
    / optimized \+ .*\n\+ optimized: tuned: workgroup=64 groups=1, found 2026-01-02 for optimized n=1024\n/,
  );
  expect(text).not.toContain('naive +');
});
