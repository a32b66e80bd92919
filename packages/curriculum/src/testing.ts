// Small runs and items for tests.
import type { Machine, Result, Run } from '@kernel-ladder/schema';
import type { Artefact } from './artefact.ts';
import { createCurriculum } from './curriculum.ts';
import type { Curriculum } from './curriculum.ts';
import type { Evidence } from './snapshot.ts';
import type { Item, Rule, TestEvidence, TestOutcome } from './types.generated.ts';

/** A sha of forty equal digits. */
export const sha = (digit: string): string => digit.repeat(40);

/** A GPU with subgroups and without subgroup matrices. */
export const gpu: Machine = {
  key: 'gpu-vulkan-00000001',
  adapter: { vendor: 'nvidia', architecture: '', device: 'gpu', description: '', name: 'GPU' },
  backend: 'vulkan',
  driver: '1',
  os: 'Linux',
  node: 'v24.0.0',
  webgpu: '0.6.2',
  toggles: [],
  features: ['subgroups', 'timestamp-query'],
  limits: {},
  timer: { tickNs: 1, quantized: false, passOverheadNs: 2000, dispatchNs: 1 },
  roofs: { copyGBps: 1000, readGBps: 1000, gflops: { f32: 1000 } },
  peaks: { name: 'GPU', source: 'test', gbps: 1200, gflops: { f32: 1200 } },
  software: false,
};

/** A software adapter without features. */
export const software: Machine = {
  ...gpu,
  key: 'software-vulkan-00000002',
  adapter: { ...gpu.adapter, vendor: 'google', name: 'Software' },
  features: [],
  peaks: null,
  software: true,
};

/** What a test says about a result; the rest is as plain as can be. */
export interface Sketch {
  /** family/variant/case */
  readonly id: string;
  readonly params?: Result['params'];
  readonly us?: number;
  readonly more?: Partial<Result>;
}

/** A passed result that took so many µs. */
export function passed({ id, params = {}, us = 10, more = {} }: Sketch): Result {
  const [family = '', variant = '', caseName = ''] = id.split('/');
  const ns = us * 1e3;
  const spelled = caseName.split(',').flatMap((part) => {
    const [key = '', value] = part.split('=');
    if (value === undefined) return [['dtype', key] as const];
    return [[key, Number.isNaN(Number(value)) ? value : Number(value)] as const];
  });
  return {
    id,
    family,
    variant,
    case: caseName,
    params: { ...Object.fromEntries(spelled), ...params },
    dtype: { in: 'f32', acc: 'f32', out: 'f32' },
    kind: 'gpu',
    status: 'passed',
    check: { oracle: 'f64', seeds: [1], maxAbs: 0, maxRel: 0, worstErrorOverTolerance: 0.1, post: true },
    coverage: [{ set: 'EC', total: 3, passed: 3, skipped: 0, failed: [] }],
    work: { flops: 1e6, minBytes: 1e6, implBytes: 1e6 },
    timing: {
      cache: 'cold',
      hazard: 'serial',
      method: 'slope',
      warmupMs: 1,
      n: 30,
      minNs: ns,
      p05Ns: ns,
      p25Ns: ns,
      medianNs: ns,
      p75Ns: ns,
      p95Ns: ns,
      maxNs: ns,
      meanNs: ns,
      sdNs: 0,
      ciLowNs: ns,
      ciHighNs: ns,
      stopReason: 'converged',
    },
    metrics: { gbps: 1e6 / ns, gflops: 1e6 / ns, pctOfRoof: 1e8 / ns / 1000, pctOfPeak: 1e8 / ns / 1200 },
    dispatch: { passes: 1, workgroups: 1, workgroupSize: 64, sharedBytes: 0 },
    peakBufferBytes: 1e6,
    loc: { wgsl: 10, host: 0 },
    kernelHash: variant,
    comparable: true,
    comparableReasons: [],
    ...more,
  };
}

/** The same id, failed. */
export function failed({ id, family, variant, case: caseName, params, dtype, kind, work }: Result): Result {
  const about = { id, family, variant, case: caseName, params, dtype, kind, work };
  return {
    ...about,
    status: 'failed',
    reason: { code: 'wrong-result', message: 'y[0] is 1' },
    coverage: [],
    comparable: true,
    comparableReasons: [],
  };
}

/** The same id, skipped. */
export function skipped({ id, family, variant, case: caseName, params, dtype, kind, work }: Result): Result {
  const about = { id, family, variant, case: caseName, params, dtype, kind, work };
  return {
    ...about,
    status: 'skipped',
    reason: { code: 'not-applicable', message: 'not here' },
    coverage: [],
    comparable: true,
    comparableReasons: [],
  };
}

/** A run of one commit; its digit stands for the order. */
export function runOf(digit: string, results: readonly Result[], machine: Machine = gpu): Run {
  const date = `2026-01-0${digit}T00:00:00Z`;
  return {
    schemaVersion: 1,
    run: {
      id: `run-${digit}-${machine.key}`,
      startedAt: date,
      commit: {
        sha: sha(digit),
        parents: [],
        branch: 'main',
        dirty: false,
        subject: `Commit ${digit}`,
        date,
      },
      suite: 'full',
      argv: [],
      seed: 1,
      interrupted: false,
    },
    machine,
    sessions: [],
    results,
  };
}

/** An item with a rule and needs. */
export function itemOf(id: string, rule: Rule, more: Partial<Item> = {}): Item {
  return {
    id,
    title: id,
    family: 'f',
    kind: 'bench',
    tier: 'core',
    needs: ['any', 'gpu'],
    places: ['t/p'],
    ask: '',
    webgpu: '',
    evidence: '',
    rule,
    ...more,
  };
}

/** A curriculum of one track with these items. */
export function curriculumOf(items: readonly Item[]): Curriculum {
  const tracks = [{ id: 't', title: 'Track', phases: [{ id: 'p', title: 'Phase' }] }];
  return createCurriculum([{ file: 'test.json', content: { schemaVersion: 1, tracks, items } }]);
}

/** Evidence of runs, tests and write-ups. */
export function evidenceOf(
  runs: readonly Run[],
  tests: readonly TestEvidence[] = [],
  artefacts: readonly Artefact[] = [],
): Evidence {
  return { runs, tests, artefacts };
}

/** What the tests of one file said at a commit. */
export function testsOf(digit: string, status: TestOutcome['status'], linesPct = 90): TestEvidence {
  return {
    schemaVersion: 1,
    commit: sha(digit),
    date: `2026-01-0${digit}T00:00:00Z`,
    environment: 'ci',
    tests: [{ file: 'packages/a/src/a.test.ts', name: 'adds up', status }],
    lineCoverage: [{ package: 'a', linesPct }],
  };
}

/** Numbers from 0 to 1 that follow from the seed. */
export function randomOf(seed: number): () => number {
  // Park and Miller's generator (1988): enough for choosing cases.
  let state = seed * 7919;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
