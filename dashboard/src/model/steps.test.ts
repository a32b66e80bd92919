import type { SitePoint } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { familyWithPeers, passed, sampleFamily } from '../testing.ts';
import { rungsOf } from './rung.ts';
import { stepsOf } from './steps.ts';

const name = 'n=1000,f32';
const [naive] = sampleFamily.series;

/** The steps of a case whose rungs left these points in one run. */
function stepsAmong(points: readonly SitePoint[], breaking: readonly string[] = []) {
  const series = points.map((point, at) => ({ ...naive!, variant: `v${at}`, points: [point] }));
  const rungs = rungsOf({ ...sampleFamily, series }, name, 0, 'medianNs');
  return Object.fromEntries(stepsOf(rungs, new Set(breaking)));
}

test('a rung stands beside the one before it, faster or slower', () => {
  expect(stepsAmong([passed(0, 1000), passed(0, 250), passed(0, 500)])).toEqual({
    v1: { before: 'v0', ratio: 4, isApproximate: false },
    v2: { before: 'v1', ratio: 0.5, isApproximate: false },
  });
});

test('a rung that failed, or breaks on purpose, is no step to stand on', () => {
  const failed: SitePoint = { run: 0, status: 'failed', reason: { code: 'x', message: 'y' } };
  const points = [passed(0, 1000), failed, passed(0, 100), passed(0, 50)];
  expect(stepsAmong(points, ['v2'])).toMatchObject({
    v2: { before: 'v0', ratio: 10 },
    v3: { before: 'v0', ratio: 20 },
  });
});

test('says where one of the two times must not be compared', () => {
  const doubtful = { ...passed(0, 100), comparable: false };
  expect(stepsAmong([passed(0, 1000), doubtful, passed(0, 50)])).toMatchObject({
    v1: { isApproximate: true },
    v2: { isApproximate: true },
  });
});

test('a row of somebody else is no step', () => {
  const steps = stepsOf(rungsOf(familyWithPeers, name, 2, 'medianNs'), new Set());
  expect([...steps.keys()]).toEqual(['tree']);
});
