// A history that is long enough to judge: the recorded run of one commit once more for every commit of a made-up line, its
// times moved by known amounts. Its machine key says that no machine measured it.
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { hashKernel, parseRun, readJson } from '@kernel-ladder/schema';
import type { KernelPass, Machine, Result, Run, Timing } from '@kernel-ladder/schema';

/** The key under which the made-up runs stand, and that of a second device with another story over the same commits. */
export const replayedKey = 'replayed-vulkan-00000000';
export const secondKey = 'replayed-vulkan-11111111';

/**
 * What happens on the made-up line: a variant becomes slower and stays so, another is slower at the newest
 * commit, whose first session drifts.
 */
export const replayed = {
  commits: 16,
  slowerFrom: 8,
  slower: { variant: 'subgroup', factor: 1.1 },
  suspect: { variant: 'naive', factor: 1.2 },
  withheld: 'drift:copy',
  /** The one kernel whose text is recorded. */
  recorded: { variant: 'naive', text: '@compute @workgroup_size(64) fn main() {} // <b>text</b>' },
} as const;

const recordedPasses: readonly KernelPass[] = [
  { file: 'naive.wgsl', text: replayed.recorded.text, bindings: ['x', 'y'], workgroups: [1, 2, 3] },
];

/** Real runs. */
export const recordedHistory = fileURLToPath(new URL('history/', import.meta.url));
const jitter = [0, 0.004, -0.003, 0.002, -0.005, 0.001, 0.003] as const;

/** A copy of test/history with the made-up line; whoever asks for it removes it. */
export async function replayHistory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kernel-ladder-history-'));
  await cp(recordedHistory, folder, { recursive: true });
  const [name] = globSync('nvidia-*/*.json', { cwd: recordedHistory });
  if (!name) throw new Error('test/history has no hardware run');
  const file = join(recordedHistory, name);
  const run = parseRun(file, readJson(file, await readFile(file, 'utf8')));
  const hash = await hashKernel(recordedPasses);
  await mkdir(join(folder, 'kernels'));
  const texts = `${JSON.stringify({ schemaVersion: 1, hash, passes: recordedPasses })}\n`;
  await writeFile(join(folder, 'kernels', 'replayed.ndjson.br'), brotliCompressSync(texts));
  for (const line of lines) {
    await mkdir(join(folder, line.key));
    for (let at = 0; at < replayed.commits; at++) {
      const target = join(folder, line.key, `2026-10-${at + 10}.json`);
      await writeFile(target, JSON.stringify(replay(run, { ...line, at, hash })));
    }
  }
  return folder;
}

/** What happens on a device. */
interface Line {
  readonly key: string;
  /** The variant that becomes slower and stays so, and the one that is slower at the newest commit. */
  readonly slower: string;
  readonly suspect: string | null;
}

const lines: readonly Line[] = [
  { key: replayedKey, slower: replayed.slower.variant, suspect: replayed.suspect.variant },
  { key: secondKey, slower: replayed.suspect.variant, suspect: null },
];

interface Replay extends Line {
  readonly at: number;
  readonly hash: string;
}

function replay(run: Run, { key, at, hash, ...line }: Replay): Run {
  const date = new Date(Date.UTC(2026, 9, 10 + at)).toISOString();
  const commit = { ...run.run.commit, sha: (at + 16).toString(16).repeat(20), date, subject: `Commit ${at}` };
  return {
    ...run,
    run: { ...run.run, id: `${key}-${at}`, startedAt: date, commit },
    machine: replayedMachine(run.machine, key),
    sessions: at === replayed.commits - 1 ? [drifting, ...run.sessions] : run.sessions,
    results: run.results.map((result) => ({
      ...slowedBy(result, factorOf(result, { ...line, at })),
      ...(result.variant === replayed.recorded.variant ? { kernelHash: hash } : {}),
    })),
  };
}

// The hash of the key is that of no system that Node could name.
function replayedMachine(machine: Machine, key: string): Machine {
  return { ...machine, key, adapter: { ...machine.adapter, name: 'Replayed' }, os: 'none' };
}

const drifting: Run['sessions'][number] = { rulers: [], stable: false, reasons: [replayed.withheld] };

function factorOf({ variant }: Result, line: Pick<Replay, 'slower' | 'suspect' | 'at'>): number {
  const { at } = line;
  const { slower, suspect, slowerFrom, commits } = replayed;
  const step = variant === line.slower && at >= slowerFrom ? slower.factor : 1;
  const jump = variant === line.suspect && at === commits - 1 ? suspect.factor : 1;
  return step * jump * (1 + (jitter[at % jitter.length] ?? 0));
}

/** A result whose times are so many times as long; its rates follow. */
export function slowedBy(result: Result, factor: number): Result {
  const { timing } = result;
  if (!timing) return result;
  const times = Object.entries(timing).map(([key, value]) =>
    typeof value === 'number' && key.endsWith('Ns') ? [key, Math.round(value * factor)] : [key, value],
  );
  const moved: Timing = { ...timing, ...Object.fromEntries(times) };
  // By the median as it was rounded: a rate follows from it.
  const slower = moved.medianNs / timing.medianNs;
  const rates = Object.entries(result.metrics ?? {}).map(([key, value]) => [key, value / slower]);
  return { ...result, timing: moved, metrics: Object.fromEntries(rates) };
}
