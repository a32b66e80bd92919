// When a ladder is a journey, what holds its rungs back, what went wrong and what surprised: all of it from results.
import type { FamilyLadder, Result, Run } from '@kernel-ladder/schema';
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { describe, expect, test } from 'vitest';
import { climbOf, stepsOf } from './climb.ts';
import { journey } from './journey.ts';
import { boundOf } from '@kernel-ladder/schema';
import { heldBackBy, sharesOf } from './limits.ts';

const family: FamilyLadder = {
  name: 'norm',
  title: 'Norms',
  simulated: false,
  params: [{ key: 'n' }],
  headline: { cache: 'cold', metric: 'gbps', cases: [] },
  tolerance: '',
  rungs: ['naive', 'tiled', 'register', 'auto'].map((name) => ({ name, summary: name, kind: 'gpu' })),
};

interface Sketch {
  readonly n?: number;
  readonly more?: Partial<Result>;
}

function timed(variant: string, us: number, { n = 8, more = {} }: Sketch = {}): Result {
  return passed({ id: `norm/${variant}/n=${n},f32`, us, more: { kernelHash: hashOf(variant), ...more } });
}

// Sixteen digits that tell the names apart.
const hashOf = (text: string) => Buffer.from(text).toString('hex').padEnd(16, '0').slice(0, 16);
const rowsOf = (run: Run) => run.results.map((result) => ({ result, run: run.run, machine: run.machine }));
const climb = (...results: readonly Result[]) => climbOf(stepsOf(rowsOf(runOf('1', results))));
const pageOf = (...runs: readonly (readonly Result[])[]) =>
  journey(family, {
    families: [family],
    runs: runs.map((results, at) => runOf(String(at + 1), results)),
  }).text;
const lines = (text: string, start: string) => text.split('\n').filter((line) => line.startsWith(start));

describe('a ladder', () => {
  test('is a journey where two rungs climb', () => {
    const found = climb(timed('naive', 40), timed('tiled', 20), timed('register', 10));
    expect(found).toMatchObject({ isJourney: true, climbs: 2, gain: 4, why: '`tiled`, `register` climb' });
  });

  test('whose first rung is best is a finding', () => {
    const found = climb(timed('naive', 40), timed('tiled', 50), timed('register', 41));
    expect(found).toMatchObject({ isJourney: false, climbs: 0, gain: 1 });
    expect(found.why).toContain('no rung is 5 % faster than `naive`, the first; `tiled` slower');
  });

  test('does not climb by a step within noise, of the times or of their intervals', () => {
    const wide = timed('tiled', 30);
    const noisy = { ...wide, timing: { ...wide.timing!, ciHighNs: 39_000 } };
    expect(climb(timed('naive', 40), timed('tiled', 39)).climbs).toBe(0);
    expect(climb(timed('naive', 40), noisy).climbs).toBe(0);
    expect(climb(timed('naive', 40), timed('tiled', 37)).climbs).toBe(1);
  });

  test('climbs over the best rung before, not over the last', () => {
    const steps = stepsOf(
      rowsOf(runOf('1', [timed('naive', 40), timed('tiled', 60), timed('register', 50)])),
    );
    expect(steps.map(({ verdict }) => verdict)).toEqual(['first', 'slower', 'slower']);
  });

  test('has no rung twice: the kernel of an earlier rung is none of its own', () => {
    const kernelHash = hashOf('tiled');
    const found = climb(timed('naive', 40), timed('tiled', 20), timed('auto', 10, { more: { kernelHash } }));
    expect(found).toMatchObject({ isJourney: false, climbs: 1, best: { result: { variant: 'tiled' } } });
  });
});

const work = (flops: number, minBytes: number, implBytes = minBytes) => ({
  work: { flops, minBytes, implBytes },
});
const held = (more: Partial<Result>) => {
  const [row] = rowsOf(runOf('1', [timed('naive', 10, { more: { metrics: {}, ...more } })]));
  return heldBackBy(row!);
};

test('a rung that is there to fail is not the best, and says so', () => {
  const wrong = [{ case: 'n=1', because: 'exp overflows', message: 'y[0] is NaN' }];
  const coverage = [{ set: 'EC', total: 1, passed: 0, skipped: 0, failed: [], expectedFailures: wrong }];
  const breaking = timed('tiled', 5, { more: { coverage } });
  expect(climb(timed('naive', 40), breaking, timed('register', 10)).best?.result.variant).toBe('register');
  expect(pageOf([timed('naive', 40), breaking])).toContain('| 8 × as fast as `naive`; breaks as expected |');
});

test('what holds a result back follows from its time', () => {
  // 10 µs at 1000 GB/s and 1000 GFLOP/s.
  expect(held(work(1e5, 9e6))).toBe('memory: 90 % of its roof');
  expect(held(work(8e6, 1e5))).toBe('f32 arithmetic: 80 % of its roof');
  expect(held(work(1e5, 1e5, 3e7))).toBe('requests: 300 % of the memory roof, served by caches');
  expect(held(work(1e5, 1e6))).toBe('waiting: f32 1 %, memory 10 %, requests 10 % of their roofs');
  const passes = { dispatch: { passes: 6000, workgroups: 1, workgroupSize: 1, sharedBytes: 0 } };
  expect(held({ ...work(1e5, 9e6), ...passes })).toBe('launches: 60 % of the time');
});

test('a kind of arithmetic that the machine has not measured is no bound', () => {
  const [row] = rowsOf(
    runOf('1', [timed('naive', 10, { more: { dtype: { in: 'u8', acc: 'u32', out: 'u32' } } })]),
  );
  const shares = sharesOf(row!);
  expect(shares).toMatchObject({ arithmetic: null, kind: 'u32' });
  expect(boundOf(shares)).toBe('waiting');
});

describe('a page', () => {
  test('shows beside the ladder with most work the one that climbs most', () => {
    const heavy = { work: { flops: 1e9, minBytes: 1e9, implBytes: 1e9 } };
    const text = pageOf([
      timed('naive', 40),
      timed('tiled', 20),
      timed('register', 10),
      ...['naive', 'tiled', 'register'].map((name) => timed(name, 40, { n: 64, more: heavy })),
    ]);
    expect(lines(text, '| `n=')).toEqual([
      expect.stringMatching(/^\| `n=64,f32` \| 3 \| 0 \|.*\| finding \|/),
      expect.stringMatching(/^\| `n=8,f32` \| 3 \| 2 \| register \| 4 × \| journey \|/),
    ]);
    expect(text).toContain('A finding, not a journey: no rung is 5 % faster than `naive`');
  });

  test('names a slower rung, a slower kernel, a throttled time and a failure as what went wrong', () => {
    const throttled = { comparable: false, comparableReasons: ['throttled' as const] };
    const failed = {
      ...timed('auto', 1),
      status: 'failed' as const,
      reason: { code: 'wrong-result' as const, message: 'y[1] is 2' },
    };
    const text = pageOf(
      [timed('naive', 40), timed('register', 10)],
      [
        timed('naive', 40),
        timed('tiled', 80),
        timed('register', 20, { more: { kernelHash: hashOf('other') } }),
        timed('naive', 9, { n: 9, more: throttled }),
        timed('tiled', 9, { n: 9 }),
        timed('register', 8, { n: 9 }),
        failed,
      ],
    );
    const wrong = text.slice(text.indexOf('## What went wrong'), text.indexOf('## What surprised'));
    expect(lines(wrong, '| slower than')[0]).toContain('`tiled` | 1 of 1 cases, most at `n=8,f32` | 0.5 ×');
    expect(lines(wrong, '| a change of the kernel')[0]).toContain(
      '`register` | `n=8,f32`, between 11111111 and 22222222 | 0.5 × as fast as before',
    );
    expect(lines(wrong, '| a time that must not')[0]).toContain('`naive` | `n=9,f32` | throttled');
    expect(lines(wrong, '| failed')[0]).toContain('`auto` | `n=8,f32` | y[1] is 2');
    expect(text).toContain('Left out, as the time must not be compared: `naive` (throttled).');
  });

  test('names rungs that change places and traffic that only caches can serve as what surprised', () => {
    const requests = { work: { flops: 1e6, minBytes: 1e6, implBytes: 3e7 } };
    const text = pageOf([
      timed('naive', 10, { more: requests }),
      timed('tiled', 20),
      timed('naive', 90, { n: 64 }),
      timed('tiled', 30, { n: 64 }),
    ]);
    const found = text.slice(text.indexOf('## What surprised'));
    expect(lines(found, '| no rung climbs')[0]).toContain('1 of 2 cases: `n=8,f32`');
    expect(lines(found, '| `tiled` and `naive` change places')[0]).toContain(
      '`tiled` by 3 × at `n=64,f32`; `naive` by 2 × at `n=8,f32`',
    );
    expect(lines(found, '| `tiled` asks for least')[0]).toContain(
      '30 × less than `naive`, which is 2 × as fast',
    );
    expect(lines(found, '| `naive` asks for more')[0]).toContain('3 × the memory roof');
  });

  test('says so where nothing went wrong and nothing surprised', () => {
    const text = pageOf([timed('naive', 40), timed('tiled', 20), timed('register', 10)]);
    expect(text).toContain('No rung is slower than one before it');
    expect(text).toContain('In every case the rungs have the same order');
  });
});
