// The recorded runs of this repository, for tests to hold to the rules and to spoil.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseRun } from '../parse.ts';
import type { Commit, Machine, Result, Run, RunInfo, Timing } from '../types.generated.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const histories = ['dashboard/history', 'dashboard/test/history'];

/** Paths of all recorded runs, from the root of the repository. */
export const recordedFiles: readonly string[] = histories.flatMap((folder) =>
  globSync(`${folder}/*-vulkan-*/!(aa-*).json`, { cwd: root }),
);

/** Reads one of them. */
export function readRecorded(file: string): Run {
  return parseRun(file, JSON.parse(readFileSync(join(root, file), 'utf8')));
}

/** A run of hardware, of the newest schema. */
export const recorded = readRecorded(
  'dashboard/history/nvidia-h200-vulkan-f683e31d/2026-11-22-b9b7deb4.json',
);

/** Spoils a run. */
export type Change = (run: Run) => Run;
/** A run that is spoiled in one place, and what is said of it. */
export interface Planted {
  readonly what: string;
  readonly change: Change;
  readonly says: string;
}

/** Changes what a run says of itself. */
export const setRun =
  (change: Partial<RunInfo>): Change =>
  (run) => ({ ...run, run: { ...run.run, ...change } });
/** Changes its commit. */
export const setCommit =
  (change: Partial<Commit>): Change =>
  (run) =>
    setRun({ commit: { ...run.run.commit, ...change } })(run);
/** Changes its machine. */
export const setMachine =
  (change: Partial<Machine>): Change =>
  (run) => ({ ...run, machine: { ...run.machine, ...change } });
/** Changes its first result. */
export const setResult =
  (change: (result: Result) => Partial<Result>): Change =>
  (run) => ({
    ...run,
    results: run.results.map((result, at) => (at === 0 ? { ...result, ...change(result) } : result)),
  });
/** Changes the timing of it. */
export const setTiming = (change: (timing: Timing) => Partial<Timing>): Change =>
  setResult(({ timing }) => (timing ? { timing: { ...timing, ...change(timing) } } : {}));
/** Changes its rates. */
export const setRate = (change: NonNullable<Result['metrics']>): Change =>
  setResult(({ metrics }) => ({ metrics: { ...metrics, ...change } }));
