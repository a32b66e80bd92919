// The A/A file: what is in it, and how another launch joins it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TimedResult } from '@kernel-ladder/publish';
import { parseLaunches } from '@kernel-ladder/schema';
import type { LaunchedId, LaunchFile } from '@kernel-ladder/schema';
import { runNoise } from '@kernel-ladder/stats';
import { CommandFailure } from '../failure.ts';
import { writeNew, writeWhole } from '../files/files.ts';
import { readLaunches } from '../judge/noise.ts';
import { refuseTarget } from '../files/target.ts';
import type { BenchSide } from './bench-side.ts';

/** A file that says on which inputs its ids were launched. */
export type SeededLaunches = LaunchFile & { readonly seed: number };

// Of the files that name no seed.
const formerSeed = 1;

/**
 * The file to append to, whose seed stays, or an empty one with the side's. Throws when the file is of another commit, machine,
 * card, effort or `named` seed, is no A/A file, or cannot be written.
 */
export function beginLaunches(
  file: string,
  { commit, machine, job: { effort, seed: drawn } }: BenchSide,
  named: number | null,
): SeededLaunches {
  refuseTarget({ file, said: file, kind: 'A/A file', parse: parseLaunches });
  if (!existsSync(file))
    return { schemaVersion: 1, commit, machine, effort, seed: drawn, sessions: [], ids: {} };
  const found = readLaunches(file);
  const begun = { ...found, seed: found.seed ?? formerSeed };
  const isCardKnown = [begun.machine, machine].every(({ card }) => card !== undefined);
  const [was, is] = [begun, { commit, machine, effort, seed: named ?? begun.seed }].map((each) => [
    each.commit.sha.slice(0, 8),
    each.machine.key,
    `effort ${each.effort}`,
    `seed ${each.seed}`,
    `card ${isCardKnown ? each.machine.card?.id : ''}`,
  ]);
  const at = is?.findIndex((text, index) => text !== was?.[index]) ?? -1;
  if (at < 0) return begun;
  throw new CommandFailure(
    `${file} has launches of ${was?.[at]}, this is ${is?.[at]}: give another file with --out, or another --history`,
  );
}

/** Adds an A/A file to a history; returns its name there, null where launches of its commit lie there already. */
export function addLaunchesToHistory(history: string, launches: LaunchFile): string | null {
  const { machine, commit } = launches;
  const file = join(history, machine.key, `aa-${commit.sha.slice(0, 8)}.json`);
  return writeNew(file, `${JSON.stringify(parseLaunches(file, launches))}\n`) ? file : null;
}

/** Writes the file, checked. */
export function writeLaunches(file: string, launches: LaunchFile): void {
  writeWhole(file, `${JSON.stringify(parseLaunches(file, launches))}\n`);
}

/** The file with one more launch of an id. Another kernel hash is other code: its launches start from the beginning. */
export function addLaunch<File extends LaunchFile>(
  file: File,
  { id, kernelHash, timing }: TimedResult,
): File {
  const known = file.ids[id];
  const isSameCode = known?.kernelHash === kernelHash;
  const mediansNs = [...(isSameCode ? (known?.mediansNs ?? []) : []), timing.medianNs];
  const entry: LaunchedId = {
    ...(kernelHash === undefined ? {} : { kernelHash }),
    mediansNs,
    ...(mediansNs.length > 1 ? { sigma: Number(runNoise(mediansNs).sigma.toPrecision(5)) } : {}),
  };
  return { ...file, ids: { ...file.ids, [id]: entry } };
}

/** Launches of an id so far. */
export function launchCount(file: LaunchFile, id: string): number {
  return file.ids[id]?.mediansNs.length ?? 0;
}
