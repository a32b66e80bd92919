// A run to alter: whole, valid, and of a GPU that nobody has.
import type { FamilyLadder, Result, Run } from '@kernel-ladder/schema';

/** A passed result with numbers that no machine measured. */
export function sampleResult(variant: string, medianNs: number): Result {
  return {
    id: `reduce/${variant}/n=1024,f32`,
    family: 'reduce',
    variant,
    case: 'n=1024,f32',
    params: { n: 1024, dtype: 'f32' },
    dtype: { in: 'f32', acc: 'f32', out: 'f32' },
    kind: 'gpu',
    status: 'passed',
    kernelHash: '0123456789abcdef',
    dispatch: { passes: 1, workgroups: 1, workgroupSize: 256, sharedBytes: 0 },
    check: { oracle: 'f64', seeds: [1], maxAbs: 0, maxRel: 0, worstErrorOverTolerance: 0, post: true },
    coverage: [],
    work: { flops: 1023, minBytes: 4100, implBytes: 4100 },
    timing: {
      cache: 'hot',
      hazard: 'serial',
      method: 'single',
      warmupMs: 50,
      n: 3,
      minNs: medianNs - 10,
      p05Ns: medianNs - 9,
      p25Ns: medianNs - 5,
      medianNs,
      p75Ns: medianNs + 5,
      p95Ns: medianNs + 9,
      maxNs: medianNs + 10,
      meanNs: medianNs,
      sdNs: 8,
      ciLowNs: medianNs - 10,
      ciHighNs: medianNs + 10,
      stopReason: 'converged',
    },
    metrics: { gbps: 4100 / medianNs, gflops: 1023 / medianNs, pctOfRoof: 12.3456789 },
    comparable: true,
    comparableReasons: [],
    samplesNs: [medianNs - 10, medianNs, medianNs + 10],
  };
}

/** Somebody else's row beside the sample's rungs, whose times count as much as theirs. */
export function samplePeer(variant: string, medianNs: number, version = '2.11'): Result {
  const { kernelHash: _, dispatch: __, ...result } = sampleResult(variant, medianNs);
  const peer = { name: variant, version, api: 'cuda', settings: {}, timedBy: 'CUDA events' } as const;
  return { ...result, kind: 'peer', peer };
}

/** A run of one commit, so many days into a year, with these median times by variant. */
export function runOfDay(day: number, medians: { readonly [variant: string]: number }): Run {
  const sha = (day + 10).toString(16).padStart(2, '0').repeat(20);
  const results = Object.entries(medians).map(([variant, ns]) => sampleResult(variant, ns));
  const date = new Date(Date.UTC(2026, 0, day + 1)).toISOString();
  return sampleRun({ id: `run-${day}`, sha, date, startedAt: date, results });
}

/** The same run on a physical card, told from others by a digit. */
export function onCard(run: Run, card: number): Run {
  return { ...run, machine: sampleMachine({ machine: run.machine.key, card }) };
}

/** The same run, whose launches left the clock at this share of full speed. */
export function atClockOf(run: Run, clockAfter: number): Run {
  const results = run.results.map((result) =>
    result.timing ? { ...result, timing: { ...result.timing, clockAfter } } : result,
  );
  return { ...run, results };
}

/** What a machine that holds still adds to a time of a hundred, day by day, in tenths. */
export const wiggle = [0, 2, -3, 1, -1, 3, -2, 0, 1, -1, 2, -2];

/** Twelve days on which the variants one and two took as long as ever. */
export const steadyDays = wiggle.map((off, day) =>
  runOfDay(day, { one: 100_000 + 100 * off, two: 50_000 - 50 * off }),
);

/** A whole run of the suite quick that took so long, half of it on the device; two ids, sixteen processors. */
export function runOfSpeed(day: number, wallMs: number, argv: readonly string[] = ['--hardware']): Run {
  const run = runOfDay(day, { one: 1000, two: 2000 });
  const spent = { wallMs, deviceMs: wallMs / 2, judgingMs: wallMs / 10, processors: 16 };
  return {
    ...run,
    run: { ...run.run, argv: [...argv] },
    sessions: [
      { rulers: [], stable: true, reasons: [], spent: { ...spent, phasesMs: { check: wallMs / 4 } } },
    ],
  };
}

/** A ladder of rungs whose summary is their name. */
export function sampleLadder(name: string, rungs: readonly string[]): FamilyLadder {
  return {
    name,
    title: name,
    simulated: false,
    params: [{ key: 'n' }],
    rungs: rungs.map((rung) => ({ name: rung, summary: rung, kind: 'gpu' })),
    headline: { cache: 'hot', metric: 'gbps', cases: [] },
    tolerance: 'none',
  };
}

/** What tells one sample run from another. */
export interface RunTraits {
  readonly id?: string;
  readonly sha?: string;
  readonly date?: string;
  readonly startedAt?: string;
  readonly machine?: string;
  readonly software?: boolean;
  /** A digit that tells the physical card from others. */
  readonly card?: number;
  readonly dirty?: boolean;
  readonly interrupted?: boolean;
  readonly results?: readonly Result[];
}

/** A whole, valid run of a clean commit on a GPU that nobody has. */
export function sampleRun(traits: RunTraits = {}): Run {
  const { id = 'run-1', sha = 'a'.repeat(40), date = '2026-01-02T03:04:05Z' } = traits;
  const { startedAt = traits.date ?? '2026-01-02T04:00:00Z', dirty = false, interrupted = false } = traits;
  const commit = { sha, parents: [], branch: 'main', dirty, subject: 'Add a kernel', date };
  return {
    schemaVersion: 1,
    run: { id, startedAt, commit, suite: 'quick', argv: [], seed: 1, interrupted },
    machine: sampleMachine(traits),
    sessions: [{ rulers: [], stable: true, reasons: [] }],
    results: sampleResults(traits),
  };
}

function sampleResults({
  software = false,
  results = [sampleResult('naive', 2000), sampleResult('optimized', 500)],
}: RunTraits): readonly Result[] {
  return software ? results.map(onSoftware) : results;
}

function onSoftware(result: Result): Result {
  return { ...result, comparable: false, comparableReasons: ['software-adapter'] };
}

function sampleMachine({
  machine = 'test-gpu-vulkan-01234567',
  software = false,
  card,
}: RunTraits): Run['machine'] {
  return {
    ...(card === undefined ? {} : { card: { id: String(card).repeat(16), bus: `0000:0${card}:00.0` } }),
    key: machine,
    adapter: {
      vendor: 'test',
      architecture: 'test',
      device: 'gpu',
      description: 'driver 1',
      // The key begins with it.
      name: machine.replace(/-vulkan-[0-9a-f]{8}$/, '').replace('test-gpu', 'Test GPU'),
    },
    backend: 'vulkan',
    driver: 'driver 1',
    os: 'Linux',
    node: 'v24.0.0',
    webgpu: '0.6.2',
    toggles: [],
    features: ['timestamp-query'],
    limits: { maxStorageBufferBindingSize: 2 ** 30 },
    timer: { tickNs: 1, quantized: false, passOverheadNs: 1000, dispatchNs: 500 },
    llc: { bytes: 2 ** 25, source: 'default' },
    roofs: { copyGBps: 100, readGBps: 120, gflops: { f32: 1000 } },
    peaks: null,
    software,
  };
}
