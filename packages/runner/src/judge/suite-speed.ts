// How long a run of a suite took beside those before it, recorded and local ones.
import { join } from 'node:path';
import { suiteSpeeds } from '@kernel-ladder/publish';
import { uniqueRuns } from '@kernel-ladder/schema';
import type { Run, SuiteSpeed } from '@kernel-ladder/schema';
import { gather, jsonFiles, readRunFile } from '@kernel-ladder/schema/node';
import type { Io } from '../io.ts';

// Their names begin with their start. More of them cost time at the end of each run.
const localRuns = 10;

/** The suite of a whole run, its last run; null where the run was not whole. `recorded` are runs of the same machine. */
export function speedOfRun(io: Io, newest: Run, recorded: readonly Run[]): SuiteSpeed | null {
  const [alone] = suiteSpeeds([newest]);
  if (!alone) return null;
  // What is no run in there, `bench publish --local` names.
  const { values: local } = gather(jsonFiles(join(io.root, 'results')).slice(-localRuns), readRunFile);
  const before = [...recorded, ...local].filter(
    ({ run, machine }) => machine.key === newest.machine.key && run.startedAt < newest.run.startedAt,
  );
  const ordered = uniqueRuns(before).toSorted((a, b) => a.run.startedAt.localeCompare(b.run.startedAt));
  const suites = suiteSpeeds([...ordered, newest]);
  return suites.find(({ runs }) => runs.at(-1)?.run.runId === newest.run.id) ?? null;
}
