// The A/A files of a machine, read from the history.
import { join } from 'node:path';
import { parseLaunches, readJson } from '@kernel-ladder/schema';
import type { LaunchFile } from '@kernel-ladder/schema';
import { gather, launchFiles, readText } from '@kernel-ladder/schema/node';
import { noisesIn } from '@kernel-ladder/publish';
import type { NoiseOf } from '@kernel-ladder/publish';
import type { KnownNoise } from '@kernel-ladder/stats';
import type { Io } from '../io.ts';

/** What is known about the noise of a machine's ids. */
export interface KnownMachine {
  readonly noiseOf: NoiseOf;
  /** The same by id. */
  readonly known: ReadonlyMap<string, KnownNoise>;
  /** A/A files that could not be read, each with its fault. */
  readonly faults: readonly string[];
}

/** Reads an A/A file; throws InvalidDocument. */
export function readLaunches(file: string): LaunchFile {
  return parseLaunches(file, readJson(file, readText(file)));
}

/** The noise that a machine's A/A files in the history tell of; one that is malformed is left out and named. */
export function readNoise(historyFolder: string, machineKey: string): KnownMachine {
  const { values, faults } = gather(launchFiles(join(historyFolder, machineKey)), readLaunches);
  const known = noisesIn(values);
  return { noiseOf: (id) => known.get(id) ?? {}, known, faults };
}

/** Whether A/A launches of a machine are known; it is said. A new driver or model of card is another machine. */
export function isNoiseKnown(io: Io, history: string, machineKey: string): boolean {
  const { known, faults } = readNoise(history, machineKey);
  for (const fault of faults) io.err(`left out: ${fault}\n`);
  io.err(`${machineKey}: ${known.size > 0 ? `the noise of ${known.size} ids is known` : 'is new here'}\n`);
  return known.size > 0;
}
