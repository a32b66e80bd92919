// Files of single runs, and what is told beside the series of a machine.
import {
  parseSiteAcknowledged,
  parseSiteNoise,
  parseSiteRun,
  parseSiteRunList,
  parseSiteSpeed,
} from '@kernel-ladder/schema';
import type { SiteAcknowledged, SiteNoise, SiteRunFile, SiteRunList, SiteSpeed } from '@kernel-ladder/schema';
import { load } from './data.ts';
import type { Loaded } from './data.ts';
import { once } from './once.ts';

const named = (...parts: readonly string[]) => `data/${parts.map(encodeURIComponent).join('/')}`;

/** Loads the list of the newest runs of a machine, once a visit. */
export const loadRunList = once((machine: string): Promise<Loaded<SiteRunList>> =>
  load(`${named('run', machine)}.json`, parseSiteRunList),
);

/** Loads a run as it was recorded, once a visit. */
export const loadRun = once((machine: string, run: string): Promise<Loaded<SiteRunFile>> =>
  load(`${named('run', machine, run)}.json`, parseSiteRun),
);

/** Loads what A/A launches know of the noise of a machine's ids. */
export const loadNoise = once((machine: string): Promise<Loaded<SiteNoise>> =>
  load(`${named('noise', machine)}.json`, parseSiteNoise),
);

/** Loads who acknowledged which changes of a machine's speed. */
export const loadAcknowledged = once((machine: string): Promise<Loaded<SiteAcknowledged>> =>
  load(`${named('acknowledged', machine)}.json`, parseSiteAcknowledged),
);

/** Loads how long the suites themselves take on a machine. */
export const loadSpeed = once((machine: string): Promise<Loaded<SiteSpeed>> =>
  load(`${named('speed', machine)}.json`, parseSiteSpeed),
);

/** Where the feed of a machine lies. */
export function feedFile(machine: string): string {
  return `${named('feed', machine)}.xml`;
}
