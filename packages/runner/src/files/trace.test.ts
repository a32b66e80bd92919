// A run with timelines has a trace beside it, which says what the run says; any other has none.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { traceOf } from '@kernel-ladder/schema';
import type { Result, Timeline } from '@kernel-ladder/schema';
import { jsonFiles } from '@kernel-ladder/schema/node';
import { afterAll, expect, test } from 'vitest';
import { bench, sampleResult, sampleRun } from '../../fixtures/testing.ts';
import { readRun, writeRun } from './files.ts';
import { setTraceAside, traceFileOf, traceNote, writeTrace } from './trace.ts';

const root = mkdtempSync(join(tmpdir(), 'trace-'));
afterAll(() => rmSync(root, { recursive: true }));

const timeline: Timeline = {
  clock: 'timestamps',
  alignedWithinUs: 1,
  wallUs: 10,
  chunks: 1,
  busyUs: { upload: 2, kernel: 3, download: 2 },
  overlapUs: { uploadKernel: 0, kernelDownload: 0, uploadDownload: 0 },
  spans: [{ lane: 'kernel', name: 'launch', slot: 0, chunk: 0, atUs: 4, us: 3 }],
};

// A pipeline, which is no launch.
function pipeline(name: string): Result {
  const { kernelHash: _, dispatch: __, loc: ___, ...result } = sampleResult(name, 1000);
  const peer = { name: 'pipeline', version: '1', settings: {}, timedBy: 'wall time' };
  return { ...result, kind: 'cpu', peer, timeline };
}

const told = sampleRun({ results: [pipeline('a'), sampleResult('b', 1000)] });
const traceIn = (file: string): unknown => JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));

test('a trace lies beside the run, is no run itself, and goes with the timelines', () => {
  const runFile = join(root, 'told.json');
  writeRun(runFile, told);
  expect(writeTrace(runFile, told)).toBe(traceFileOf(runFile));
  expect(traceIn(traceFileOf(runFile))).toEqual(traceOf(readRun(runFile).results));
  expect(traceNote(runFile)).toContain(traceFileOf(runFile));
  expect(jsonFiles(root)).toEqual([runFile]);
  expect(writeTrace(runFile, { results: [sampleResult('b', 1000)] })).toBeNull();
  expect(traceNote(runFile)).toBe('');
  expect(existsSync(traceFileOf(runFile))).toBe(false);
});

test('what was seen of a session lies before the timelines of its results, or by itself', () => {
  const runFile = join(root, 'seen.json');
  const seen = [{ name: 'alone', ph: 'X', pid: 7, tid: 1, ts: 0, dur: 5, args: {} }] as const;
  const trace = traceOf(told.results);
  writeTrace(runFile, told, seen);
  expect(traceIn(traceFileOf(runFile))).toEqual({ ...trace, traceEvents: [...seen, ...trace.traceEvents] });
  expect(writeTrace(runFile, { results: [] }, seen)).toBe(traceFileOf(runFile));
  expect(traceIn(traceFileOf(runFile))).toEqual({ ...trace, traceEvents: seen });
});

const seenBy = (pid: number) => [{ name: 'alone', ph: 'X', pid, tid: 1, ts: 0, dur: 5, args: {} }] as const;

test('what an earlier session of a run was like is put aside, each under its number', () => {
  const runFile = join(root, 'resumed.json');
  for (const pid of [1, 2, 3]) {
    setTraceAside(runFile);
    writeTrace(runFile, { results: [] }, seenBy(pid));
  }
  const files = ['resumed.1', 'resumed.2', 'resumed'].map((name) => join(root, `${name}.trace.json.gz`));
  expect(files.map(traceIn)).toMatchObject([1, 2, 3].map((pid) => ({ traceEvents: seenBy(pid) })));
});

test('a merged run has the timelines of its shards', async () => {
  const shards = ['a', 'b'].map((name, index) => {
    const file = join(root, `${name}.json`);
    const own = told.results.filter(({ variant }) => variant === name);
    writeRun(file, {
      ...told,
      run: { ...told.run, id: `shard-${name}`, argv: ['--suite=quick', `--shard=${index + 1}/2`] },
      results: own,
    });
    return file;
  });
  const out = join(root, 'whole.json');
  expect(await bench(root, ['merge', ...shards, '--out', out])).toMatchObject({ code: 0 });
  expect(traceIn(traceFileOf(out))).toEqual(traceOf(told.results));
});

test('the history keeps timelines, in the run itself', async () => {
  const file = join(root, 'recorded.json');
  writeRun(file, told);
  expect(await bench(root, ['record', file])).toMatchObject({ code: 0 });
  const [kept = ''] = globSync('dashboard/history/*/*.json', { cwd: root });
  expect(readRun(join(root, kept)).results.map((result) => result.timeline)).toEqual([timeline, undefined]);
});
