// What the runner's tests share: a scratch workspace over the fixtures, an Io that listens, and a run to alter.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result, Run } from '@kernel-ladder/schema';
import { main } from './cli.ts';
import type { ExitCode } from './failure.ts';
import type { Io } from './io.ts';

/** The families and suites that go wrong on purpose. */
export const fixtures = fileURLToPath(new URL('../fixtures/workspace', import.meta.url));

/** A temporary workspace: the fixtures' packages and suites, results and history of its own. */
export function createWorkspace(): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'kernel-ladder-test-'));
  mkdirSync(join(root, 'results'));
  for (const name of ['packages', 'suites']) symlinkSync(join(fixtures, name), join(root, name));
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

/** Puts one family that only lists in the place of all others. */
export function registerFamily(root: string, name: string, ids: readonly string[]): void {
  const { params, dtype, work } = sampleResult('naive', 1000);
  const listed = ids.map((id) => {
    const [family, variant, case_] = id.split('/');
    return { id, family, variant, case: case_, params, dtype, work, sizes: [], status: 'runnable' };
  });
  const headline = { cache: 'hot', metric: 'gbps' };
  const event = { type: 'family', family: { name, title: name, headline, variants: [], ids: listed } };
  const line = JSON.stringify(`${JSON.stringify(event)}\n`);
  writeFamily(root, name, `import { writeSync } from 'node:fs';\nwriteSync(3, ${line});\n`);
}

/** Puts one family of which only the entry is there in the place of all others. */
export function writeFamily(root: string, name: string, source: string): void {
  const folder = join(root, 'packages', `kernel-${name}`, 'src');
  rmSync(join(root, 'packages'), { recursive: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'bench.ts'), source);
}

/** What a command said and how it ended. */
export interface Outcome {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** How the outside behaves while a command runs. */
export interface Outside {
  /** Sees stderr as it comes. */
  readonly listen?: (text: string, interrupt: () => void) => void;
  readonly isTerminal?: boolean;
  readonly stdin?: string;
}

/** An Io over a workspace that keeps what is said to it. */
export function createIo(root: string, { listen, isTerminal = false, stdin = '' }: Outside = {}) {
  const controller = new AbortController();
  const [out, err]: [string[], string[]] = [[], []];
  const io: Io = {
    root,
    cwd: root,
    stdin: () => Promise.resolve(stdin),
    out: (text) => out.push(text),
    err: (text) => {
      err.push(text);
      listen?.(text, () => controller.abort());
    },
    env: process.env,
    isTerminal,
    interrupt: controller.signal,
  };
  const said = () => ({ out: out.join(''), err: err.join('') });
  return { io, said, interrupt: () => controller.abort() };
}

/** Runs one command line in a workspace. */
export async function bench(root: string, argv: readonly string[], outside?: Outside): Promise<Outcome> {
  const { io, said } = createIo(root, outside);
  const code = await main(argv, io);
  return { code, ...said() };
}

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

/** What tells one sample run from another. */
export interface RunTraits {
  readonly id?: string;
  readonly sha?: string;
  readonly date?: string;
  readonly startedAt?: string;
  readonly machine?: string;
  readonly software?: boolean;
  readonly dirty?: boolean;
  readonly interrupted?: boolean;
  readonly results?: readonly Result[];
}

/** A whole, valid run of a clean commit on a GPU that nobody has. */
export function sampleRun(traits: RunTraits = {}): Run {
  const { id = 'run-1', sha = 'a'.repeat(40), date = '2026-01-02T03:04:05Z' } = traits;
  const { startedAt = '2026-01-02T04:00:00Z', dirty = false, interrupted = false } = traits;
  const commit = { sha, parents: [], branch: 'main', dirty, subject: 'Add a kernel', date };
  return {
    schemaVersion: 1,
    run: { id, startedAt, commit, suite: 'quick', argv: [], seed: 1, interrupted },
    machine: sampleMachine(traits),
    sessions: [{ rulers: [], stable: true, reasons: [] }],
    results: traits.results ?? [sampleResult('naive', 2000), sampleResult('optimized', 500)],
  };
}

function sampleMachine({
  machine = 'test-gpu-vulkan-01234567',
  software = false,
}: RunTraits): Run['machine'] {
  return {
    key: machine,
    adapter: {
      vendor: 'test',
      architecture: 'test',
      device: 'gpu',
      description: 'driver 1',
      name: 'Test GPU',
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
