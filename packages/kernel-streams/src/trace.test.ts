// A timeline as Chrome's trace events, which Perfetto opens.
import { lanes, traceOf } from '@kernel-ladder/schema';
import type { Timeline, Trace } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { timelineOf } from './pipeline/timeline.ts';

const timeline: Timeline = timelineOf(
  {
    host: [
      { slot: 0, chunk: 0, name: 'put', from: 10, to: 11 },
      { slot: 0, chunk: 0, name: 'submit', from: 11, to: 12 },
      { slot: 0, chunk: 0, name: 'take', from: 18, to: 19 },
    ],
    bounds: [{ slot: 0, chunk: 0, submitted: 12, landed: 18 }],
    stamps: [
      {
        'upload-begin': 2e6,
        'upload-end': 3e6,
        'kernel-begin': 3e6,
        'kernel-end': 6e6,
        'download-begin': 6e6,
        'download-end': 8e6,
      },
    ],
  },
  { from: 10, to: 19 },
);
const results = [
  { id: 'streams/serial/bytes=4096,f32', timeline },
  { id: 'streams/event/bytes=4096,f32' },
  { id: 'streams/pipelined/bytes=4096,f32', timeline: { ...timeline, clock: 'host' as const } },
];

// As a viewer gets it.
const parsed = (): Trace => JSON.parse(JSON.stringify(traceOf(results))) as Trace;

test('parses as trace events', () => {
  const { traceEvents } = parsed();
  const spans = traceEvents.filter(({ ph }) => ph === 'X');
  expect(spans).toHaveLength(12);
  for (const { ts = -1, dur = -1, pid, tid } of spans) {
    expect(ts).toBeGreaterThanOrEqual(0);
    expect(dur).toBeGreaterThanOrEqual(0);
    expect(traceEvents.some((event) => event.ph === 'M' && event.pid === pid && event.tid === tid)).toBe(
      true,
    );
  }
  expect(spans.find(({ cat }) => cat === 'kernel')).toEqual({
    name: 'launch 0',
    ph: 'X',
    cat: 'kernel',
    pid: 1,
    tid: 33,
    ts: 3000,
    dur: 3000,
    args: { chunk: 0, slot: 0 },
  });
});

test('has lanes for host, upload, kernel and download', () => {
  const named = parsed().traceEvents.filter(({ name, pid }) => name === 'thread_name' && pid === 1);
  const names = named.map(({ args }) => String(args['name']));
  expect(names).toEqual([
    'host, slot 0 (host clock)',
    ...lanes.slice(1).map((lane) => `${lane}, slot 0 (device clock)`),
  ]);
});

test('a result without a timeline has no process, and one without stamps says whose clock it is on', () => {
  const { traceEvents } = parsed();
  const processes = traceEvents.filter(({ name }) => name === 'process_name').map(({ args }) => args['name']);
  expect(processes).toEqual(['streams/serial/bytes=4096,f32', 'streams/pipelined/bytes=4096,f32']);
  const second = traceEvents.filter(({ name, pid }) => name === 'thread_name' && pid === 2);
  expect(second.every(({ args }) => String(args['name']).endsWith('(host clock)'))).toBe(true);
});
