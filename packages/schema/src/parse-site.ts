// The border of the site's data beside its series: runs, pages of them, noise, acknowledgements.
import { unpackRows } from './columns.ts';
import { parser } from './parse.ts';
import type {
  AcknowledgedFile,
  SiteAcknowledged,
  SiteCase,
  SiteNoise,
  SiteRun,
  SiteRunFile,
  SiteRunList,
  SiteRuns,
} from './types.generated.ts';

const runsShape = parser<SiteRuns>('site-runs.schema.json');
const runShape = parser<SiteRun>('site-family.schema.json#/$defs/run');

/** Checks a page of runs; they come as rows. */
export function parseSiteRuns(file: string, value: unknown): readonly SiteRun[] {
  const { runs } = runsShape(file, value);
  return unpackRows(file, runs).map((row, at) => runShape(`${file}: row ${at}`, row));
}

/** Checks the points of a case; as rows they are those of a family, which `parseSiteFamily` checks. */
export const parseSiteCase = parser<SiteCase>('site-case.schema.json');

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
