// Histories that no machine measured, of any size: a recorded run once more for every commit of a made-up line, with levels that
// change at known commits and noise between runs. Their machine key and their commits say what they are.
import type { Machine, Result, Run, Timing } from '@kernel-ladder/schema';
import { createRandom, hashSeed, normal } from '@kernel-ladder/stats';

/** The machine key of every synthetic run; its hash is that of no system. */
export const syntheticKey = 'synthetic-vulkan-00000000';

/** How large a synthetic history is. */
export interface SyntheticSize {
  readonly runs: number;
  /** Of every run; at most as many as the template has. */
  readonly results: number;
}

// One commit every twenty minutes from here on: files lie in the order of their days, as those of a history do, and ten thousand runs
// end in May.
const firstCommit = Date.UTC(2026, 0, 2);
const commitMs = 20 * 60_000;
// Between two changes of a series' level, on average; a level is so much slower than the template at most.
const commitsPerLevel = 1000;
const slowest = 0.4;
const noise = 0.008;

/**
 * The runs of a made-up line of commits, oldest first, as texts of run files would parse. `template` is a whole run; the same
 * template and size give the same runs. They are made one at a time, since a long history fits into no memory.
 */
export function* syntheticRuns(template: Run, { runs, results }: SyntheticSize): Generator<Run> {
  if (results > template.results.length)
    throw new RangeError(`${results} results asked for, and the template has ${template.results.length}`);
  const lines = spread(template.results, results).map(createLine);
  const machine = syntheticMachine(template.machine);
  for (let at = 0; at < runs; at++)
    yield { ...template, run: runInfo(template.run, at), machine, results: lines.map((line) => line()) };
}

/** The sha of the commit at a place of the made-up line. */
export function syntheticSha(at: number): string {
  return at.toString(16).padStart(8, '0').repeat(5);
}

// Some of every family, where not all are asked for.
function spread(results: readonly Result[], count: number): readonly Result[] {
  return Array.from({ length: count }, (_, at) => results[Math.floor((at * results.length) / count)]).filter(
    (result) => result !== undefined,
  );
}

function runInfo(run: Run['run'], at: number): Run['run'] {
  const date = new Date(firstCommit + at * commitMs).toISOString();
  const parents = at === 0 ? [] : [syntheticSha(at - 1)];
  const commit = { ...run.commit, sha: syntheticSha(at), parents, date, subject: `Synthetic commit ${at}` };
  return { ...run, id: `synthetic-${at}`, startedAt: date, commit: { ...commit, dirty: false } };
}

function syntheticMachine(machine: Machine): Machine {
  return {
    ...machine,
    key: syntheticKey,
    adapter: { ...machine.adapter, name: 'Synthetic' },
    os: 'none',
  };
}

// Each call gives the result of the next commit. Levels are slower than the template's, which may be at the peak already.
function createLine(template: Result): () => Result {
  const random = createRandom(hashSeed(template.id));
  const uniform = () => random() / 2 ** 32;
  let level = 1 + slowest * uniform();
  let changes = 0;
  return () => {
    if (uniform() < 1 / commitsPerLevel) {
      level = 1 + slowest * uniform();
      changes++;
    }
    const factor = level * Math.exp(Math.abs(noise * normal(random)));
    return slowedBy({ ...template, ...hashOf(template, changes) }, factor);
  };
}

function hashOf({ id, kernelHash }: Result, changes: number): Pick<Result, 'kernelHash'> {
  if (kernelHash === undefined) return {};
  if (changes === 0) return { kernelHash };
  return { kernelHash: eightDigits(`${id} ${changes}`) + eightDigits(`${changes} ${id}`) };
}

function eightDigits(text: string): string {
  return hashSeed(text).toString(16).padStart(8, '0');
}

function slowedBy(result: Result, factor: number): Result {
  const { timing, metrics, work } = result;
  if (!timing || !metrics) return result;
  const moved = scaleTimes(timing, factor);
  const slower = moved.medianNs / timing.medianNs;
  const shares = Object.entries(metrics).map(([key, value]) => [
    key,
    Number((value / slower).toPrecision(7)),
  ]);
  const rates = {
    ...(metrics.gbps === undefined ? {} : { gbps: digits(work.minBytes / moved.medianNs) }),
    ...(metrics.gflops === undefined ? {} : { gflops: digits(work.flops / moved.medianNs) }),
  };
  return { ...result, timing: moved, metrics: { ...Object.fromEntries(shares), ...rates } };
}

function scaleTimes(timing: Timing, factor: number): Timing {
  const times = Object.entries(timing).map(([key, value]) =>
    typeof value === 'number' && key.endsWith('Ns') ? [key, Math.round(value * factor)] : [key, value],
  );
  return { ...timing, ...Object.fromEntries(times) };
}

// As many as the history keeps.
function digits(value: number): number {
  return Number(value.toPrecision(5));
}
