// The gate after a run, or after runs have joined the history: what it reads.
import { basename, join } from 'node:path';
import { gateOf, mayCompare, orderRuns } from '@kernel-ladder/publish';
import type { Gate } from '@kernel-ladder/publish';
import type { Run } from '@kernel-ladder/schema';
import { readRuns, runFiles } from '@kernel-ladder/schema/node';
import { acknowledgedIn } from '../files/acknowledged.ts';
import { ancestry } from '../files/git.ts';
import type { Io } from '../io.ts';
import { readNoise } from './noise.ts';

// The gate looks at the last level only: older runs cost time and change nothing but the oldest change points.
const recentRuns = 200;

/** The newest recorded runs of a machine, in the order of their commits; files that are no runs are named and left out. */
export function readRecent(io: Io, history: string, machineKey: string): readonly Run[] {
  const { runs, faults } = readRuns(recentFiles(join(history, machineKey)));
  for (const fault of faults) io.err(`left out: ${fault}\n`);
  const sourced = runs.filter(({ run }) => !run.commit.dirty).map((run) => ({ run, local: false }));
  return orderRuns(sourced, ancestry(io.root))
    .map(({ run }) => run)
    .slice(-recentRuns);
}

/** What a gate may be told besides a history and a run. */
export interface GateTerms {
  /** The recent runs of the machine, where they are read already. */
  readonly recent?: readonly Run[];
  /** The checkout whose acknowledgements count; this one without it. */
  readonly acknowledgedIn?: string;
}

/** Judges a run's commit against the recent runs of its machine. Null where there is nothing to judge by. */
export function gateRun(io: Io, history: string, newest: Run, terms: GateTerms = {}): Gate | null {
  if (!mayCompare([newest]).may || newest.run.interrupted) return null;
  const { key } = newest.machine;
  const others = (terms.recent ?? readRecent(io, history, key)).filter(({ run }) => run.id !== newest.run.id);
  const { noiseOf, faults } = readNoise(history, key);
  for (const fault of faults) io.err(`left out: ${fault}\n`);
  const runs = [...others, newest];
  const taken = acknowledgedIn(io.root, runs, terms.acknowledgedIn);
  for (const fault of taken.faults) io.err(`left out: ${fault}\n`);
  return gateOf(runs, noiseOf, taken.acknowledged);
}

// Names order files by day, not within one: whole days, so that no run is lost to the sha in its name.
function recentFiles(folder: string): readonly string[] {
  const files = runFiles(folder);
  const first = dayOf(files.at(-recentRuns) ?? '');
  return files.filter((file) => dayOf(file) >= first);
}

const dayOf = (file: string): string => basename(file).slice(0, 10);
