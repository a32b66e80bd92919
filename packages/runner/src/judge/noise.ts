// What A/A launches say about each id's noise on one machine; a new driver is a new machine, so that old noise expires.
import { existsSync, readFileSync } from 'node:fs';
import { InvalidDocument, parseLaunches, readJson } from '@kernel-ladder/schema';
import type { LaunchFile } from '@kernel-ladder/schema';
import type { KnownNoise } from '@kernel-ladder/stats';
import { CommandFailure } from '../failure.ts';
import { launchFiles } from '../files/history.ts';

/** Noise between launches of an id; an empty object where nobody launched it again and again. */
export type NoiseOf = (id: string) => KnownNoise;

/** What is known about the noise of a machine's ids. */
export interface KnownMachine {
  readonly noiseOf: NoiseOf;
  /** A/A files that could not be read, each with its fault. */
  readonly faults: readonly string[];
}

/** Nothing is known about any id. */
export const unknownNoise: NoiseOf = () => ({});

/** Reads an A/A file; throws InvalidDocument with the pointer, or says that there is no such file. */
export function readLaunches(file: string): LaunchFile {
  if (!existsSync(file)) throw new CommandFailure(`there is no A/A file ${file}`);
  return parseLaunches(file, readJson(file, readFileSync(file, 'utf8')));
}

/** The noise that a machine's A/A files in the history tell of; one that is malformed is left out and named. */
export function readNoise(historyFolder: string, machineKey: string): KnownMachine {
  const files: LaunchFile[] = [];
  const faults: string[] = [];
  for (const file of launchFiles(historyFolder, machineKey)) {
    try {
      files.push(readLaunches(file));
    } catch (error) {
      if (!(error instanceof InvalidDocument)) throw error;
      faults.push(error.message);
    }
  }
  return { noiseOf: noiseFrom(files), faults };
}

/** The noise that A/A files of one machine tell of: per id the file of the youngest commit that launched it twice or more. */
function noiseFrom(files: readonly LaunchFile[]): NoiseOf {
  const known = new Map<string, KnownNoise>();
  for (const { ids } of files.toSorted((a, b) => Date.parse(a.commit.date) - Date.parse(b.commit.date))) {
    for (const [id, { sigma, mediansNs }] of Object.entries(ids)) {
      if (sigma !== undefined) known.set(id, { sigma0: sigma, launches: mediansNs.length });
    }
  }
  return (id) => known.get(id) ?? {};
}
