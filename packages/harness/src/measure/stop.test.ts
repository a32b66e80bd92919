import { expect, test } from 'vitest';
import { limitsOf } from './effort.ts';
import { relativeHalfWidth, stop } from './stop.ts';

const limits = limitsOf('normal', false);
const enough = { n: 100, gpuMs: 200, wallMs: 300 };
const width = (n: number, relative: number) => ({ n, relative });

test.for([
  { reason: null, spent: enough, widths: [width(100, 0.02)] },
  { reason: 'converged', spent: enough, widths: [width(100, 0.01)] },
  { reason: null, spent: { ...enough, n: 29 }, widths: [width(29, 0)] },
  { reason: null, spent: { ...enough, gpuMs: 99 }, widths: [width(100, 0)] },
  { reason: 'noise-plateau', spent: enough, widths: [width(50, 0.0202), width(100, 0.02)] },
  { reason: null, spent: enough, widths: [width(51, 0.02), width(100, 0.02)] },
  { reason: null, spent: enough, widths: [width(50, 0.0283), width(100, 0.02)] },
  { reason: 'max-samples', spent: { ...enough, n: 2000 }, widths: [width(2000, 0.02)] },
  { reason: 'max-gpu-time', spent: { ...enough, n: 3, gpuMs: 2000 }, widths: [] },
  { reason: null, spent: { ...enough, n: 2, gpuMs: 2000 }, widths: [] },
  { reason: 'max-wall', spent: { ...enough, n: 1, wallMs: 10_000 }, widths: [] },
])('stops with $reason after $spent and $widths', ({ reason, spent, widths }) => {
  expect(stop(spent, widths, limits)).toBe(reason);
});

test('takes twenty samples of what is quickly launched, and six of what is not', () => {
  const [quick, known] = [limitsOf('quick', false), [width(6, 0)]];
  expect(stop({ n: 19, gpuMs: 199, wallMs: 300 }, known, quick)).toBeNull();
  expect(stop({ n: 20, gpuMs: 21, wallMs: 30 }, known, quick)).toBe('converged');
  expect(stop({ n: 6, gpuMs: 200, wallMs: 300 }, known, quick)).toBe('converged');
  expect(stop({ n: 5, gpuMs: 200, wallMs: 300 }, known, quick)).toBeNull();
});

test('takes thirty samples at normal effort, twenty of those that are long', () => {
  const known = [width(6, 0.009)];
  expect(stop({ n: 29, gpuMs: 499, wallMs: 600 }, known, limits)).toBeNull();
  expect(stop({ n: 20, gpuMs: 500, wallMs: 600 }, known, limits)).toBe('converged');
  expect(stop({ n: 20, gpuMs: 500, wallMs: 600 }, [width(20, 0.011)], limits)).toBeNull();
  expect(stop({ n: 19, gpuMs: 1999, wallMs: 2100 }, known, limits)).toBeNull();
});

test.for([
  { effort: 'quick', submissions: 1 },
  { effort: 'normal', submissions: 2 },
] as const)(
  '$effort is content with $submissions submissions, nine tenths full',
  ({ effort, submissions }) => {
    const { chunkMs, minGpuMs } = limitsOf(effort, false);
    expect(submissions * 0.9 * chunkMs).toBeGreaterThan(minGpuMs);
  },
);

test('knows the median of equal samples exactly, that of few only by their range', () => {
  expect(relativeHalfWidth([5, 5, 5, 5])).toBe(0);
  expect(relativeHalfWidth([8, 12, 10])).toBe(0.2);
});

test('gives software the least effort whatever was asked for', () => {
  expect(limitsOf('strict', true)).toEqual(limitsOf('quick', true));
  expect(limitsOf('quick', true).maxWallMs).toBeLessThan(limitsOf('quick', false).maxWallMs);
});
