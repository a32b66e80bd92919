// A time of the device is worth what its clock is: each row says so, and a run that keeps quiet about it is refused.
import { validateRun } from '@kernel-ladder/schema';
import type { Result, Run, Timing } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { formatCase } from '@kernel-ladder/schema';
import { chainCase, parameters } from './cases.ts';
import { family } from './family.ts';

const params = chainCase(2 ** 26);
const name = formatCase(parameters, params);
const work = { ...family.work(params), implBytes: 2 * params.bytes };
const medianNs = 10_000_000;

const timing: Timing = {
  cache: 'hot',
  hazard: 'serial',
  method: 'single',
  warmupMs: 1,
  n: 1,
  minNs: medianNs,
  p05Ns: medianNs,
  p25Ns: medianNs,
  medianNs,
  p75Ns: medianNs,
  p95Ns: medianNs,
  maxNs: medianNs,
  meanNs: medianNs,
  sdNs: 0,
  ciLowNs: medianNs,
  ciHighNs: medianNs,
  stopReason: 'converged',
};

const rowOf = (variant: string, more: Partial<Result>): Result => ({
  id: `streams/${variant}/${name}`,
  family: 'streams',
  variant,
  case: name,
  params,
  dtype: { in: 'f32', acc: 'f32', out: 'f32' },
  kind: 'gpu',
  status: 'passed',
  coverage: [],
  work,
  check: { oracle: 'f64', seeds: [1], maxAbs: 0, maxRel: 0, worstErrorOverTolerance: 0, post: true },
  timing,
  metrics: { gbps: work.minBytes / medianNs, gflops: work.flops / medianNs },
  comparable: (more.comparableReasons ?? []).length === 0,
  comparableReasons: [],
  ...more,
});

const event = (more: Partial<Result> = {}) =>
  rowOf('event', {
    kernelHash: '0123456789abcdef',
    dispatch: { passes: 1, workgroups: 1, workgroupSize: 256, sharedBytes: 0 },
    ...more,
  });

const wall = rowOf('wall', {
  kind: 'cpu',
  peer: { name: 'pipeline on one queue', version: '1', settings: {}, timedBy: 'wall time' },
  timing: { ...timing, clock: 'host' },
  comparableReasons: ['host-clock'],
});

const runOn = (quantized: boolean, results: readonly Result[]): Run => {
  const date = '2026-01-02T03:04:05Z';
  const sha = 'a'.repeat(40);
  return {
    schemaVersion: 1,
    run: {
      id: 'run-1',
      startedAt: date,
      commit: { sha, parents: [], branch: 'main', dirty: false, subject: 'Add a kernel', date },
      suite: 'quick',
      argv: [],
      seed: 1,
      interrupted: false,
    },
    machine: {
      key: 'test-gpu-vulkan-01234567',
      adapter: { vendor: '', architecture: '', device: '', description: '', name: 'Test GPU' },
      backend: 'vulkan',
      driver: '1',
      os: 'Linux',
      node: 'v24.0.0',
      webgpu: '0.6.2',
      toggles: [],
      features: [],
      limits: {},
      timer: { tickNs: quantized ? 65_536 : 1, quantized, passOverheadNs: 1, dispatchNs: 1 },
      roofs: { copyGBps: 1, readGBps: 1, gflops: {} },
      peaks: null,
      software: false,
    },
    sessions: [{ rulers: [{ at: 'start', copyNs: 1, fmaNs: 1 }], stable: true, reasons: [] }],
    results,
  };
};

const refusalOf = (run: Run): string => {
  try {
    validateRun('run.json', run);
    return 'taken';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

test('every row says whether timestamps are quantised', () => {
  const said = event({ comparableReasons: ['quantized-timestamps'] });
  expect(refusalOf(runOn(false, [event(), wall]))).toBe('taken');
  expect(refusalOf(runOn(true, [said, wall]))).toBe('taken');
  expect(refusalOf(runOn(true, [event(), wall]))).toMatch(/lacks quantized-timestamps/);
});

test('a row of the host’s clock says that it is one', () => {
  expect(refusalOf(runOn(false, [event(), { ...wall, comparable: true, comparableReasons: [] }]))).toMatch(
    /lacks host-clock/,
  );
});
