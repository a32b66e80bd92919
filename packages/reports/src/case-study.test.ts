// The memory case study: steps of one run with their bandwidths, and growth over the tokens.
import type { FamilyLadder, Result } from '@kernel-ladder/schema';
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { caseStudy, caseStudyFigure } from './case-study.ts';
import { growthName } from './memory.ts';

const names = ['naive', 'fused', 'tiled', 'flash'];
const family: FamilyLadder = {
  name: 'attention',
  title: 'Attention',
  simulated: false,
  params: [{ key: 'q' }],
  headline: { cache: 'hot', metric: 'gflops', cases: [] },
  tolerance: '',
  rungs: names.map((name) => ({ name, summary: `does ${name}`, kind: 'gpu' })),
};

function timed(variant: string, tokens: number, us: number, buffers: number): Result {
  return passed({
    id: `attention/${variant}/b=4,h=16,q=${tokens},k=${tokens},d=64,f32`,
    us,
    more: { work: { flops: 1e6, minBytes: 1e6, implBytes: 50 * tokens ** 2 }, peakBufferBytes: buffers },
  });
}

const results = [100, 200, 400].flatMap((tokens) => [
  timed('naive', tokens, tokens, 10 * tokens ** 2),
  timed('fused', tokens, tokens / 2, 1000 * tokens),
  timed('tiled', tokens, tokens / 4, 1000 * tokens),
  timed('flash', tokens, tokens / 8, 1000 * tokens),
]);
const input = { families: [family], runs: [runOf('1', results)] };
const plain = (text: string) => text.replaceAll('\u202f', ' ');

test('has the steps at the longest sequence, each with its change, its bytes, both bandwidths and its speed-up', () => {
  const { text, missing } = caseStudy(family, input);
  const rows = plain(text)
    .split('\n')
    .filter((line) => line.includes('q=400') && line.startsWith('| '));
  expect(rows).toHaveLength(4);
  // 8e6 bytes asked for in 100 µs.
  expect(rows[2]).toContain(
    '| tiled | does tiled | 400 000 | 8 000 000 | 8 × | 80 | 10 | 100 (100 to 100) | 4 × |',
  );
  expect(missing).toEqual([]);
});

test('says how buffers and requests grow, without bytes that were not the kernel’s', () => {
  const foreign = [timed('naive', 50, 50, 9e6), ...results];
  const { text } = caseStudy(family, {
    ...input,
    runs: [runOf('1', [timed('fused', 50, 25, 5e4), ...foreign])],
  });
  expect(plain(text)).toContain('| naive | 4 | 50 | 400 | 2 | quadratic | 2 | quadratic | 1 |');
  expect(plain(text)).toContain('| flash | 3 | 100 | 400 | 1 | linear | 2 | quadratic | 1 |');
});

test('takes all steps from one run, and says what it lacks', () => {
  const other = runOf('2', [timed('naive', 800, 800, 1), timed('flash', 800, 100, 1)]);
  expect(caseStudy(family, { ...input, runs: [...input.runs, other] }).text).not.toContain('q=800');
  const { missing } = caseStudy(family, { ...input, runs: [other] });
  expect(missing).toEqual(['4 rungs in one run: 2 on record', '3 lengths in that run: 1 on record']);
});

test('is drawn over the tokens, a line a rung', () => {
  const { path, text } = caseStudyFigure(family, input);
  expect(path).toBe('docs/reports/memory-case-study.svg');
  expect(text.match(/<polyline/g)).toHaveLength(3 * names.length);
});

test('an order has a name within a quarter of a whole one', () => {
  expect([0.1, 0.8, 1.5, 1.8, 3, 5].map(growthName)).toEqual([
    'constant',
    'linear',
    'between',
    'quadratic',
    'cubic',
    'faster',
  ]);
});
