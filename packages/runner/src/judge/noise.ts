// The A/A files of a machine, read from the history.
import { existsSync, readFileSync } from 'node:fs';
import { InvalidDocument, parseLaunches, readJson } from '@kernel-ladder/schema';
import type { LaunchFile } from '@kernel-ladder/schema';
import { noiseFrom } from '@kernel-ladder/publish';
import type { NoiseOf } from '@kernel-ladder/publish';
import { CommandFailure } from '../failure.ts';
import { launchFiles } from '../files/history.ts';

/** What is known about the noise of a machine's ids. */
export interface KnownMachine {
  readonly noiseOf: NoiseOf;
  /** A/A files that could not be read, each with its fault. */
  readonly faults: readonly string[];
}

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
