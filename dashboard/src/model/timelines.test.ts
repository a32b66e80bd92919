import type { Timeline } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { byLane, shareBeside, timelineRows } from './timelines.ts';

const span = (lane: Timeline['spans'][number]['lane'], atUs: number, us: number) => ({
  lane,
  name: 'work',
  slot: 0,
  chunk: 0,
  atUs,
  us,
});

const timeline: Timeline = {
  clock: 'timestamps',
  alignedWithinUs: 1,
  wallUs: 10,
  chunks: 1,
  busyUs: { upload: 5, kernel: 4, download: 3 },
  overlapUs: { uploadKernel: 2, kernelDownload: 1, uploadDownload: 0 },
  spans: [span('host', 0, 2), span('kernel', 4, 4), span('host', 6, 2)],
};

test('results without a timeline are no rows', () => {
  expect(timelineRows([{ id: 'a/b/c' }, { id: 'a/d/c', timeline }])).toMatchObject([
    { id: 'a/d/c', efficiency: 2 / 7 },
  ]);
});

test('a pair that overlaps within what the clocks leave open is serial', () => {
  expect(shareBeside(timeline, 'uploadKernel')).toBe(0.5);
  expect(shareBeside(timeline, 'kernelDownload')).toBe(0);
  expect(shareBeside(timeline, 'uploadDownload')).toBe(0);
});

test('lanes reach as far as the spans', () => {
  expect(byLane(timeline)).toEqual([
    [
      { from: 0, to: 0.25 },
      { from: 0.75, to: 1 },
    ],
    [],
    [{ from: 0.5, to: 1 }],
    [],
  ]);
  expect(byLane({ spans: [] })).toEqual([[], [], [], []]);
});
