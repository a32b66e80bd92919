// What a recording says of the stages: how long each was at work, which ran beside one another, and how much of them was hidden.
import { overlapEfficiency, pairStanding, stagePairs } from '@kernel-ladder/schema';
import type { StagePair, Timeline } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { lengthOf, overlapOf, united } from './pipeline/intervals.ts';
import type { Recording } from './pipeline/tape.ts';
import { timelineOf } from './pipeline/timeline.ts';

const ms = 1e6;

/** Chunks that begin so many milliseconds after one another; each is put in 2, copied 1, launched 4, copied 1, taken 2. */
function recordingOf(everyMs: number, chunks: number): Recording {
  const starts = Array.from({ length: chunks }, (_, chunk) => ({
    chunk,
    slot: chunk % 3,
    at: 100 + everyMs * chunk,
  }));
  return {
    host: starts.flatMap(({ at, ...place }) => [
      { ...place, name: 'put' as const, from: at, to: at + 2 },
      { ...place, name: 'submit' as const, from: at + 2, to: at + 2 },
      { ...place, name: 'take' as const, from: at + 8, to: at + 10 },
    ]),
    bounds: starts.map(({ at, ...place }) => ({ ...place, submitted: at + 2, landed: at + 8 })),
    // A clock that is 90 ms behind the host's.
    stamps: starts.map(({ at }) => ({
      'upload-begin': (at + 2 - 90) * ms,
      'upload-end': (at + 3 - 90) * ms,
      // As a device has it: taken before the launch waits for the copy.
      'kernel-begin': (at + 2.5 - 90) * ms,
      'kernel-end': (at + 7 - 90) * ms,
      'download-begin': (at + 7 - 90) * ms,
      'download-end': (at + 8 - 90) * ms,
    })),
  };
}

const timeline = (everyMs: number, chunks = 4) =>
  timelineOf(recordingOf(everyMs, chunks), { from: 100, to: 100 + everyMs * (chunks - 1) + 10 });

const pairs = Object.keys(stagePairs) as readonly StagePair[]; // The keys of a literal are its pairs.
const standings = (of: Timeline) => pairs.map((pair) => pairStanding(of, pair).standing);

test('every pair of stages overlaps or is declared serial', () => {
  expect(standings(timeline(10))).toEqual(['serial', 'serial', 'serial']);
  expect(standings(timeline(7))).toEqual(['serial', 'serial', 'overlaps']);
  expect(standings(timeline(4))).toEqual(['overlaps', 'overlaps', 'overlaps']);
});

test('a pair overlaps by the share of its shorter stage', () => {
  // From the second chunk on the host puts for two of the four milliseconds of the launch before it.
  expect(timeline(4).busyUs).toEqual({ upload: 12_000, kernel: 16_000, download: 12_000 });
  expect(timeline(4).overlapUs.uploadKernel).toBe(9000);
  expect(pairStanding(timeline(4), 'uploadKernel')).toEqual({ standing: 'overlaps', share: 0.75 });
});

test('what the clocks leave open is no overlap', () => {
  const own = timeline(4);
  // Of each of four chunks, which overlap for 9 ms together.
  expect(pairStanding({ ...own, alignedWithinUs: 2250 }, 'uploadKernel').standing).toBe('serial');
  expect(pairStanding({ ...own, alignedWithinUs: 2249 }, 'uploadKernel').standing).toBe('overlaps');
});

test('the efficiency is the share of what could be hidden', () => {
  expect(overlapEfficiency(timeline(10))).toBe(0);
  // 40 ms of stages in 22, of which 16 cannot be hidden.
  expect(overlapEfficiency(timeline(4))).toBe(18 / 24);
  expect(overlapEfficiency({ wallUs: 5, busyUs: { upload: 0, kernel: 5, download: 0 } })).toBeNull();
});

test('the device’s clock is moved onto the host’s, as far as submissions and landings tell', () => {
  const [chunk] = timeline(10).spans.filter(({ lane }) => lane === 'kernel');
  expect(chunk).toEqual({ lane: 'kernel', name: 'launch', slot: 0, chunk: 0, atUs: 3000, us: 4000 });
  expect(timeline(10).alignedWithinUs).toBe(0);
});

test('without stamps the device had a chunk from its submission until it landed', () => {
  const { clock, spans, busyUs } = timelineOf(
    { ...recordingOf(10, 2), stamps: null },
    { from: 100, to: 120 },
  );
  expect({ clock, kernel: busyUs.kernel }).toEqual({ clock: 'host', kernel: 12_000 });
  expect(new Set(spans.map(({ lane }) => lane))).toEqual(new Set(['host', 'kernel']));
});

test('a long run keeps the spans of its first chunks, and the stages of all', () => {
  const { chunks, spans, busyUs } = timeline(10, 100);
  expect({ chunks, launched: busyUs.kernel }).toEqual({ chunks: 100, launched: 400_000 });
  expect(spans.length).toBeLessThanOrEqual(200);
  expect(Math.max(...spans.map(({ chunk }) => chunk))).toBe(32);
});

test('times are united before they are measured', () => {
  const some = [
    { from: 4, to: 6 },
    { from: 0, to: 2 },
    { from: 1, to: 3 },
    { from: 9, to: 9 },
  ];
  expect(united(some)).toEqual([
    { from: 0, to: 3 },
    { from: 4, to: 6 },
  ]);
  expect(lengthOf(some)).toBe(5);
  expect(overlapOf(some, [{ from: 2, to: 5 }])).toBe(2);
});
