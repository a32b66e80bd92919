// A run held against what its machine has recorded: the comparison, and what of it looks changed.
import { join } from 'node:path';
import type { Run } from '@kernel-ladder/schema';
import { withKnownDrift } from '@kernel-ladder/publish';
import { compareSides } from '@kernel-ladder/publish/compare';
import type { RunComparison } from '@kernel-ladder/publish/compare';
import type { Io } from '../io.ts';
import { gateRun, readRecent } from './gate-run.ts';
import { readNoise } from './noise.ts';

/** What the history says about a run. */
export interface AgainstRecorded {
  /** The commit that it was compared with; null where none of its machine is recorded. */
  readonly sha: string | null;
  readonly comparison: RunComparison;
  /** Ids that the gate suspects of being slower, most suspicious first. */
  readonly suspects: readonly string[];
}

/**
 * Compares a run with the recorded runs of `base` on its machine, else with those of the newest recorded commit. Times that are not
 * comparable count only where `allowIncomparable` says so.
 */
export function againstRecorded(
  io: Io,
  run: Run,
  { base, workspace, history, allowIncomparable }: RecordedOptions,
): AgainstRecorded {
  const others = readRecent(io, history, run.machine.key).filter(({ run: { id } }) => id !== run.run.id);
  const own = others.filter(({ run: { commit } }) => commit.sha === base);
  const sha = own[0]?.run.commit.sha ?? others.at(-1)?.run.commit.sha ?? null;
  const recorded = others.filter(({ run: { commit } }) => commit.sha === sha).map(withKnownDrift);
  const { machine } = run;
  const comparison = compareSides(
    { machine, runs: recorded },
    { machine, runs: [withKnownDrift(run)] },
    { noiseOf: readNoise(history, machine.key).noiseOf, allowIncomparable, isWanted: () => true },
  );
  const gate = gateRun(io, history, run, { recent: others, acknowledgedIn: workspace });
  return { sha, comparison, suspects: gate?.suspects.map(({ id }) => id) ?? [] };
}

/** Where to look, and for what. */
export interface RecordedOptions {
  readonly base: string;
  /** Where the base is checked out: a commit takes no change of its own. */
  readonly workspace: string;
  readonly history: string;
  readonly allowIncomparable: boolean;
}

/** The history of a workspace. */
export function ownHistory({ root }: Pick<Io, 'root'>): string {
  return join(root, 'dashboard', 'history');
}
