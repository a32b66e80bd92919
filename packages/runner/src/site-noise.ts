// A/A files as publish reads them: one that is malformed is left out and named, and the others count.
import { InvalidDocument } from '@kernel-ladder/schema';
import type { LaunchFile } from '@kernel-ladder/schema';
import { launchFiles } from './history.ts';
import { noiseFrom, readLaunches } from './judge/noise.ts';
import type { NoiseOf } from './judge/noise.ts';

/** The noise of each id on one machine, and the files that could not be read. */
export function siteNoise(
  historyFolder: string,
  machineKey: string,
): { readonly noiseOf: NoiseOf; readonly faults: readonly string[] } {
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
