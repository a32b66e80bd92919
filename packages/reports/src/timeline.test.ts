import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import type { Result, Timeline } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { timelines } from './timeline.ts';

const span = (lane: Timeline['spans'][number]['lane'], chunk: number, atUs: number, us: number) => ({
  lane,
  name: 'work',
  slot: chunk % 3,
  chunk,
  atUs,
  us,
});

const timeline: Timeline = {
  clock: 'timestamps',
  alignedWithinUs: 0.3,
  wallUs: 100,
  chunks: 16,
  busyUs: { upload: 60, kernel: 50, download: 40 },
  overlapUs: { uploadKernel: 30, kernelDownload: 20, uploadDownload: 4 },
  spans: [0, 5].flatMap((chunk) => [
    span('host', chunk, 10 * chunk, 4),
    span('download', chunk, 10 * chunk + 8, 1),
    span('upload', chunk, 10 * chunk + 4, 1),
    span('kernel', chunk, 10 * chunk + 5, 3),
  ]),
};

const row = (variant: string, more: Partial<Result>): Result => {
  const {
    kernelHash: _,
    dispatch: __,
    loc: ___,
    ...result
  } = passed({ id: `streams/${variant}/bytes=64,f32`, us: 100 });
  return {
    ...result,
    kind: 'cpu',
    peer: { name: 'pipeline', version: '1', settings: {}, timedBy: 'wall time' },
    comparable: false,
    comparableReasons: ['host-clock'],
    ...more,
  };
};

const pageOf = (...results: readonly Result[]) => timelines({ families: [], runs: [runOf('1', results)] });
const plain = (text: string) => text.replaceAll('\u202f', ' ').replaceAll(/ +/g, ' ');

test('a pipeline by its stages, with what overlaps and what is declared serial', () => {
  const { text, missing } = pageOf(row('pipelined', { timeline }), row('wall', {}));
  expect(missing).toEqual([]);
  expect(plain(text)).toContain(
    '| `pipelined` bytes=64,f32 | 100 | 60 | 50 | 40 | 0.56 | overlaps 60 % | overlaps 50 % | serial | 0.3 |',
  );
  expect(plain(text)).not.toContain('`wall`');
});

test('the lanes of the first chunks, lane by lane', () => {
  const lines = plain(pageOf(row('pipelined', { timeline })).text).split('\n');
  const lanes = lines.filter((line) => /^\| (?:host|upload|kernel|download) \|/.test(line));
  expect(lanes.map((line) => line.split(' | ').slice(0, 3).join(' '))).toEqual([
    '| host 0 4',
    '| upload 4 5',
    '| kernel 5 8',
    '| download 8 9',
  ]);
});

test('without a full pipeline that is missing, and of a software adapter nothing is told', () => {
  expect(pageOf(row('serial', { timeline })).missing).toEqual(['`streams/pipelined`: a timeline']);
  const doubtful = row('pipelined', { timeline, comparableReasons: ['software-adapter', 'host-clock'] });
  expect(pageOf(doubtful).missing).toEqual(['`streams/pipelined`: a timeline']);
});
