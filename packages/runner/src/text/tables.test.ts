import { expect, test } from 'vitest';
import { formatNs, formatRate } from './format.ts';
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

test('a table of a software adapter has no speed-up', () => {
  const text = familyTable(ladder, sampleRun({ software: true, results }));
  expect(text).not.toMatch(/speed-up|×/);
  expect(text).toMatch(/naive +2 µs .* –$/m);
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

test('turns GFLOP/s into TFLOP/s from a thousand on', () => {
  expect(formatRate('gflops', 999)).toBe('999 GFLOP/s');
  expect(formatRate('gflops', 264_512)).toBe('264.5 TFLOP/s');
});
