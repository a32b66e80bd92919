// What A/A launches say about each id's noise on one machine; a new driver is a new machine, so that old noise expires.
import type { LaunchFile } from '@kernel-ladder/schema';
import type { KnownNoise } from '@kernel-ladder/stats';

/** Noise between launches of an id; an empty object where nobody launched it again and again. */
export type NoiseOf = (id: string) => KnownNoise;

/** Nothing is known about any id. */
export const unknownNoise: NoiseOf = () => ({});

/** The noise that A/A files of one machine tell of, by id: of each the file of the youngest commit that launched it twice or more. */
export function noisesIn(files: readonly LaunchFile[]): ReadonlyMap<string, KnownNoise> {
  const known = new Map<string, KnownNoise>();
  for (const { ids } of files.toSorted((a, b) => Date.parse(a.commit.date) - Date.parse(b.commit.date))) {
    for (const [id, { sigma, mediansNs }] of Object.entries(ids)) {
      if (sigma !== undefined) known.set(id, { sigma0: sigma, launches: mediansNs.length });
    }
  }
  return known;
}
