// The page on numerical stability: no error without its cause, growth over length, types side by side, forms that fail.
import type { Check, FamilyLadder, Result } from '@kernel-ladder/schema';
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { describe, expect, test } from 'vitest';
import { causeOf, inUlp, normwiseUlp, whyOf } from './accuracy.ts';
import { overBound } from './failing-forms.ts';
import { stability } from './stability.ts';
import { tolerances } from './tolerances.ts';

const u = 2 ** -24;
const half = { in: 'f16', acc: 'f16', out: 'f16' } as const;

function checked(id: string, check: Partial<Check>, more: Partial<Result> = {}): Result {
  const plain = passed({ id });
  return { ...plain, check: { ...plain.check!, ...check }, ...more };
}

const pageOf = (...results: readonly Result[]) => stability({ families: [], runs: [runOf('1', results)] });
const missingOf = (...results: readonly Result[]) => pageOf(...results).missing.join('\n');
function tableOf(text: string, title: string): readonly string[] {
  const [, rest = ''] = text.split(`## ${title}\n`);
  return (rest.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
}

const gemm = (check: Partial<Check>, more: Partial<Result> = {}) =>
  checked('gemm/naive/m=8,n=8,k=1024,f32', check, more);

describe('the cause of a large relative error', () => {
  test('is rounding as far as so many terms can round', () => {
    expect(causeOf(gemm({ maxAbs: u, maxRel: 1024 * u }))).toEqual({ kind: 'rounding', terms: 1024 });
  });

  test('is a sum near zero beyond that, with the condition number that it must have', () => {
    const result = gemm({ maxAbs: 1e-4, maxRel: 3 * 1024 * u });
    expect(causeOf(result)).toEqual({ kind: 'cancellation', condition: 3 });
    expect(whyOf(result)).toBe("a sum near zero: its terms' magnitudes add up to 3 times it or more");
  });

  test('is underflow where the reference has no normal number in the type', () => {
    expect(causeOf(gemm({ maxAbs: 1e-6, maxRel: 1e273 }))).toMatchObject({ kind: 'underflow' });
    const small = gemm({ maxAbs: 1e-6, maxRel: 1 }, { dtype: half });
    expect(whyOf(small)).toMatch(/^underflow: the reference is below f16's smallest normal number/);
    expect(causeOf(gemm({ maxAbs: 1e-6, maxRel: 1 }))).toMatchObject({ kind: 'cancellation' });
  });

  test('is none where nothing is off', () => {
    expect(whyOf(gemm({ maxAbs: 0, maxRel: 0 }))).toBe('exact');
  });
});

test('steps are those of the type at the value, and no finer below its smallest normal number', () => {
  expect(inUlp(2 * u, 1, 'f32')).toBe(1);
  expect(inUlp(2 * u, 1.99, 'f32')).toBe(1);
  expect(inUlp(4 * u, 2, 'f32')).toBe(1);
  expect(inUlp(2 ** -149, 0, 'f32')).toBe(1);
  expect(inUlp(2 ** -10, 1, 'f16')).toBe(1);
  expect(normwiseUlp(checked('gemm/naive/m=8,f32', { maxAbs: 12 * u, largest: 3 }))).toBe(3);
  expect(normwiseUlp(checked('gemm/naive/m=8,f32', { maxAbs: u }))).toBeNull();
});

test('an error over its bound is read from the words that refused it', () => {
  expect(overBound('y[3] is 2.5, expected 1 ± 0.5')).toBe('3 ×');
  expect(overBound('y[3] is NaN, expected 1 ± 0.5')).toBe('no number');
  expect(overBound('the device was lost')).toBe('no number');
});

test('errors over length have an order, from three lengths on', () => {
  const at = (n: number, maxAbs: number) => checked(`scan/blelloch/n=${n},f32`, { maxAbs });
  const other = checked('scan/shuffle/n=16,f32', { maxAbs: 1 });
  const { text } = pageOf(at(16, 1e-6), at(64, 1e-6), at(1024, 8e-6), other);
  const [, , ...rows] = tableOf(text, 'Error over length');
  expect(rows).toEqual([
    expect.stringContaining(
      '| scan blelloch | f32 | n | 3 | 16 | 1.00e-6 | 1 024 | 8.00e-6 | 0.5 |'.replace('1 024', '1\u202f024'),
    ),
  ]);
});

test('errors over magnitude are by decade of the largest output, and missing where no run kept it', () => {
  const at = (n: number, largest: number, maxAbs: number) =>
    checked(`scan/blelloch/n=${n},f32`, { maxAbs, largest });
  const { text, missing } = pageOf(at(2, 5, 8 * u), at(3, 4, 16 * u), at(4, 512, 1024 * u));
  const [, , ...rows] = tableOf(text, 'Error over magnitude');
  expect(rows.map((row) => row.split(' | ').slice(0, 6))).toEqual([
    ['| scan', 'f32', '4', '2', '9.54e-7', '2'],
    ['| scan', 'f32', '512', '1', '6.10e-5', '1'],
  ]);
  expect(missing.join()).not.toContain('magnitude');
  const without = pageOf(checked('scan/blelloch/n=2,f32', { maxAbs: u }));
  expect(without.missing.join()).toContain('errors over magnitude');
});

test('half precision stands beside single precision of the same rung and case', () => {
  const single = checked('attention/flash/q=8,k=8,f32', { maxAbs: u });
  const rounded = checked('attention/flash/q=8,k=8,f16', { maxAbs: 4096 * u }, { dtype: half });
  const elsewhere = checked('attention/flash/q=9,k=9,f16', { maxAbs: 1 }, { dtype: half });
  const { text } = pageOf(single, rounded, elsewhere);
  const [, , ...rows] = tableOf(text, 'Half against single precision');
  expect(rows.map((row) => row.split(' | ').slice(0, 7))).toEqual([
    ['| attention flash', 'f16', '1', '5.96e-8', '2.44e-4', '4\u202f096', '0.25'],
  ]);
});

describe('forms that fail', () => {
  const wrong = { case: 'fill=peak', because: 'exp overflows', message: 'y[0] is 3, expected 1 ± 0.5' };
  const fails = (id: string) =>
    passed({
      id,
      more: {
        coverage: [{ set: 'HUGE', total: 1, passed: 0, skipped: 0, failed: [], expectedFailures: [wrong] }],
      },
    });
  const holds = passed({
    id: 'softmax/safe/rows=1,columns=8,f32',
    more: { coverage: [{ set: 'HUGE', total: 1, passed: 1, skipped: 0, failed: [] }] },
  });

  test('are shown with how far off they are and who is right', () => {
    const { text } = pageOf(fails('softmax/unsafe/rows=1,columns=8,f32'), holds);
    expect(text).toContain(
      '| softmax unsafe | HUGE `fill=peak` | exp overflows | y[0] is 3, expected 1 ± 0.5 | 4 × | safe |',
    );
  });

  test('of somebody else are none of ours', () => {
    const theirs = { ...fails('gemm/tfjs/n=1,f32'), kind: 'peer' } as const;
    expect(pageOf(theirs).text).not.toContain('tfjs');
    const three = ['softmax', 'norm', 'scan'].map((family) => fails(`${family}/unsafe/n=1,f32`));
    expect(missingOf(...three, theirs)).toContain('in 4 families: 3 on record');
  });

  test('are missing until four families have one', () => {
    const three = ['softmax', 'norm', 'gemm'].map((family) => fails(`${family}/unsafe/n=1,f32`));
    expect(missingOf(...three)).toContain('in 4 families: 3 on record (softmax, norm, gemm)');
    expect(missingOf(...three, fails('scan/unsafe/n=1,f32'))).not.toContain('forms that fail');
  });
});

const near = (n: number, worstErrorOverTolerance: number) =>
  checked(`scan/blelloch/n=${n},f32`, { maxAbs: n * u, worstErrorOverTolerance });

test('the page of tolerances has every bound, and by type what was used of it', () => {
  const family: FamilyLadder = {
    name: 'scan',
    title: 'Scan',
    simulated: false,
    params: [{ key: 'n' }],
    headline: { cache: 'cold', metric: 'gbps', cases: [] },
    tolerance: '4·√n·u',
    rungs: [],
  };
  const runs = [runOf('1', [near(2, 0.25), near(4, 0.5)])];
  const { text, missing } = tolerances({
    families: [family, { ...family, name: 'norm', tolerance: '' }],
    runs,
  });
  expect(text).toContain('| scan | 4·√n·u |');
  expect(text).toContain('| scan | f32 | 2 | 0.5 | 2.38e-7 | blelloch | `scan/blelloch/n=4,f32` |');
  expect(missing).toEqual(['`norm`: no run says its bound', '`norm`: no passed result on hardware']);
});
