import { expect, test } from 'vitest';
import { sparkBox, sparkOf, sparkWords } from './spark.ts';

const strokes = (path: string) => path.split('M').length - 1;

test('a steady series is one line with a dot at its end', () => {
  const spark = sparkOf({ times: [100, 100, 100], marks: 'ttt' });
  expect(spark.line).toBe('M4 12L60 12L116 12');
  expect(spark.dots).toBe('M116 12h0');
});

test('faster is higher', () => {
  const { line } = sparkOf({ times: [200, 100], marks: 'tt' });
  expect(line).toBe('M4 20L116 4');
});

test('a failure is a gap with a cross: the line is not drawn over it', () => {
  const spark = sparkOf({ times: [100, 100, null, 100, 100], marks: 'ttftt' });
  expect(strokes(spark.line)).toBe(2);
  expect(strokes(spark.failed)).toBe(1);
  expect(spark.line).not.toContain('60 ');
});

test('a skip and a doubtful time are gaps too, each with its mark', () => {
  const spark = sparkOf({ times: [100, null, 100, 900, 100], marks: 'tstdt' });
  expect([spark.line, strokes(spark.dots), strokes(spark.skipped), strokes(spark.doubtful)]).toEqual([
    '',
    3,
    1,
    1,
  ]);
});

test.for([
  ['another kernel', 'k', 'kernels'],
  ['another card', 'c', 'cards'],
] as const)('%s begins the line anew, with an upright', ([, mark, path]) => {
  const spark = sparkOf({ times: [100, 100, 50, 50], marks: `tt${mark}t` });
  expect(strokes(spark.line)).toBe(2);
  expect(strokes(spark[path])).toBe(1);
});

test('a doubtful time far away does not press the others flat', () => {
  const { line } = sparkOf({ times: [100, 200, 1e6, 100, 200], marks: 'ttdtt' });
  expect(line).toBe('M4 4L32 20M88 4L116 20');
});

test('one point stands in the middle, and nothing at all draws nothing', () => {
  expect(sparkOf({ times: [100], marks: 't' }).dots).toBe(`M${sparkBox.width / 2} 12h0`);
  const nothing = Object.values(sparkOf({ times: [], marks: '' })).join('');
  expect(nothing).toBe('');
});

test('says in words what is drawn', () => {
  expect(sparkWords({ times: [2000, null, 1000], marks: 'tfk' })).toBe(
    '3 commits: 2.000 µs to 1.000 µs, 1 failed, 1 with another kernel',
  );
  expect(sparkWords({ times: [null], marks: 's' })).toBe('1 commit: no time, 1 skipped');
});
