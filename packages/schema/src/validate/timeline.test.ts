// A timeline that contradicts itself or its result is refused, and one that is merely rounded is not.
import { expect, test } from 'vitest';
import { validateRun } from '../index.ts';
import { measureRun } from '../node.ts';
import type { Timeline } from '../index.ts';
import { recorded, setResult } from './testing.ts';
import { timelineContradiction } from './timeline.ts';

const timeline: Timeline = {
  clock: 'timestamps',
  alignedWithinUs: 1,
  wallUs: 10,
  chunks: 2,
  busyUs: { upload: 5, kernel: 4, download: 3 },
  overlapUs: { uploadKernel: 4.1, kernelDownload: 1, uploadDownload: 0 },
  spans: [
    { lane: 'host', name: 'put', slot: 0, chunk: 0, atUs: 0, us: 2 },
    { lane: 'kernel', name: 'launch', slot: 0, chunk: 1, atUs: 4, us: 4 },
  ],
};
const found = (change: Partial<Timeline>) =>
  timelineContradiction({ kind: 'cpu', timeline: { ...timeline, ...change } });

test('takes a timeline of a pipeline, and a result without one', () => {
  expect(found({})).toBeUndefined();
  expect(timelineContradiction({ kind: 'gpu' })).toBeUndefined();
});

test('refuses stages that overlap for longer than they were at work', () => {
  const overlapUs = { ...timeline.overlapUs, kernelDownload: 3.5 };
  expect(found({ overlapUs })).toEqual([
    '/timeline/overlapUs/kernelDownload',
    '3.5, and a stage of it was at work for 3',
  ]);
});

test('refuses a span of a chunk that there is not', () => {
  expect(found({ chunks: 1 })).toEqual(['/timeline/spans/1/chunk', '1 of 1 chunks']);
});

test('refuses a timeline of a launch, in whatever run it stands', () => {
  const run = setResult(() => ({ timeline }))(recorded);
  expect(() => validateRun('run.json', run)).toThrow('/results/0/timeline: of a launch, which has no stages');
});

test('a run in the words of one that is sound is held to it as well', () => {
  const [first] = recorded.results;
  const { kernelHash: _, dispatch: __, loc: ___, check, timing, metrics, host: ____, ...about } = first!;
  const peer = { name: 'pipeline', version: '1', settings: {}, timedBy: 'wall time' };
  // Fields in the order in which the harness has them.
  const row = { ...about, kind: 'cpu', peer, check, timing, timeline, metrics };
  const text = JSON.stringify({ ...recorded, results: [row] });
  expect(read(text)).not.toBeNull();
  expect(read(text.replace('"kernelDownload":1', '"kernelDownload":2'))).not.toBeNull();
  expect(read(text.replace('"kernelDownload":1', '"kernelDownload":9'))).toBeNull();
  expect(read(text.replace('"chunk":1', '"chunk":7'))).toBeNull();
});

function read(text: string) {
  return measureRun('run.json', Buffer.from(text));
}
