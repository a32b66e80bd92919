// The smallest documents that are valid, for tests to spoil.
import type { Machine, Result, Run } from './types.generated.ts';

const about = {
  id: 'reduce/naive/n=4,f32',
  family: 'reduce',
  variant: 'naive',
  case: 'n=4,f32',
  params: { n: 4, dtype: 'f32' },
  dtype: { in: 'f32', acc: 'f32', out: 'f32' },
  kind: 'gpu',
  coverage: [],
  work: { flops: 3, minBytes: 20, implBytes: 20 },
  comparable: true,
  comparableReasons: [],
} as const;

/** A result that has passed and is timed. */
export const passed: Result = {
  ...about,
  status: 'passed',
  check: { oracle: 'f64', seeds: [1], maxAbs: 0, maxRel: 0, worstErrorOverTolerance: 0, post: true },
  timing: {
    cache: 'hot',
    hazard: 'serial',
    method: 'single',
    warmupMs: 1,
    n: 1,
    minNs: 1,
    p05Ns: 1,
    p25Ns: 1,
    medianNs: 1,
    p75Ns: 1,
    p95Ns: 1,
    maxNs: 1,
    meanNs: 1,
    sdNs: 0,
    ciLowNs: 1,
    ciHighNs: 1,
    stopReason: 'converged',
  },
  metrics: { gbps: 20 },
  samplesNs: [1],
};

/** A result that has failed. */
export const failed: Result = {
  ...about,
  status: 'failed',
  reason: { code: 'wrong-result', message: 'c[0] is 1' },
};

/** A result that was skipped. */
export const skipped: Result = {
  ...about,
  status: 'skipped',
  reason: { code: 'feature:shader-f16', message: 'the device does not offer shader-f16' },
};

/** A machine of no make. */
export const machine: Machine = {
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
  timer: { tickNs: 1, quantized: false, passOverheadNs: 1, dispatchNs: 1 },
  roofs: { copyGBps: 1, readGBps: 1, gflops: {} },
  peaks: null,
  software: false,
};

const sha = 'a'.repeat(40);
const date = '2026-01-02T03:04:05Z';

/** A run with one result of each status. */
export const run: Run = {
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
  machine,
  sessions: [{ rulers: [{ at: 'start', copyNs: 1, fmaNs: 1 }], stable: true, reasons: [] }],
  results: [passed, { ...failed, variant: 'tiled', id: 'reduce/tiled/n=4,f32' }],
};
