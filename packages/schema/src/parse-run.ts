// The border of what the site has of a machine beside its series: single runs, noise, acknowledgements.
import { parser } from './parse.ts';
import type {
  AcknowledgedFile,
  SiteAcknowledged,
  SiteNoise,
  SiteRunFile,
  SiteRunList,
} from './types.generated.ts';

/** Checks a run as the site has it. */
export const parseSiteRun = parser<SiteRunFile>('site-run.schema.json');

/** Checks the list of a machine's newest runs. */
export const parseSiteRunList = parser<SiteRunList>('site-run-list.schema.json');

/** Checks what is known of the noise of a machine's ids. */
export const parseSiteNoise = parser<SiteNoise>('site-noise.schema.json');

/** Checks the file of changes of speed that somebody takes. */
export const parseAcknowledged = parser<AcknowledgedFile>('acknowledged.schema.json');

/** Checks what of them speaks of one machine. */
export const parseSiteAcknowledged = parser<SiteAcknowledged>('site-acknowledged.schema.json');
