// The border of long histories: pages of runs, and the points of a case.
import { unpackRows } from './columns.ts';
import { parser } from './parse.ts';
import type { SiteCase, SiteRun, SiteRuns } from './types.generated.ts';

const runsShape = parser<SiteRuns>('site-runs.schema.json');
const runShape = parser<SiteRun>('site-family.schema.json#/$defs/run');

/** Checks a page of runs; they come as rows. */
export function parseSiteRuns(file: string, value: unknown): readonly SiteRun[] {
  const { runs } = runsShape(file, value);
  return unpackRows(file, runs).map((row, at) => runShape(`${file}: row ${at}`, row));
}

/** Checks the points of a case; as rows they are those of a family, which `parseSiteFamily` checks. */
export const parseSiteCase = parser<SiteCase>('site-case.schema.json');
