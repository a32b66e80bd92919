// How many changes of each commit of a machine are acknowledged. Of few commits any is, and the effects of those alone are asked for.
import { takenAt } from '../model/taken.ts';
import type { Taken } from '../model/taken.ts';
import { openCommit } from './machine-files.ts';
import type { MachineFiles } from './machine-files.ts';

/** By the hash of each commit that an acknowledgement speaks of; nothing of one whose effects did not come. */
export async function takenOf(
  machine: string,
  { commits, taken, acknowledged }: Pick<MachineFiles, 'commits' | 'taken' | 'acknowledged'>,
): Promise<ReadonlyMap<string, Taken>> {
  const named = new Set(taken.flatMap((one) => one.commits));
  const own = commits.filter(({ commit }) => named.has(commit.sha));
  const opened = await Promise.all(own.map((commit) => openCommit(machine, commit)));
  const known = opened.filter(({ missing }) => missing.length === 0);
  return new Map(known.map(({ commit }) => [commit.commit.sha, takenAt(commit, acknowledged)]));
}
