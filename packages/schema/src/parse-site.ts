// The border of the site's packed files and of those that name their commits: pages of runs, points of a case, the grid.
import { unpackRows } from './columns.ts';
import { InvalidDocument } from './invalid.ts';
import { parser } from './parse.ts';
import type {
  GridCommit,
  GridRow,
  SiteCase,
  SiteGrid,
  SiteOverview,
  SiteRun,
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

const gridShape = parser<SiteGrid>('site-grid.schema.json');
const rowShape = parser<GridRow>('site-grid.schema.json#/$defs/row');

/** Every series of a machine, unpacked. */
export interface Grid {
  readonly machineKey: string;
  readonly commits: readonly GridCommit[];
  readonly rows: readonly GridRow[];
}

/** Checks the grid of a machine, and that its rows name only commits that it has; they come as rows. */
export function parseSiteGrid(file: string, value: unknown): Grid {
  const { machineKey, commits, series } = gridShape(file, value);
  const rows = unpackRows(file, series).map((row, at) => rowShape(`${file}: row ${at}`, row));
  refuseStrayRows(file, commits, rows);
  return { machineKey, commits, rows };
}

const overviewShape = parser<SiteOverview>('site-overview.schema.json');

/** Checks what the first page is told of a machine, and that it names only commits that it has. */
export function parseSiteOverview(file: string, value: unknown): SiteOverview {
  const overview = overviewShape(file, value);
  const { commits, runs, headlines, attention } = overview;
  refuseStrayRows(file, commits, [...headlines, ...attention]);
  for (const { at } of runs) refuseStray(file, commits, at);
  return overview;
}

// No schema can say it.
function refuseStrayRows(file: string, commits: readonly GridCommit[], rows: readonly GridRow[]): void {
  for (const { id, at, times, marks, change } of rows) {
    if (at.length !== times.length || at.length !== marks.length)
      throw new InvalidDocument(
        `${file}: ${id}: ${at.length} commits with ${times.length} times and ${marks.length} marks: must be as many`,
      );
    for (const place of [...at, ...(change ? [change.at] : [])])
      refuseStray(`${file}: ${id}`, commits, place);
  }
}

function refuseStray(file: string, commits: readonly GridCommit[], place: number): void {
  if (place >= commits.length)
    throw new InvalidDocument(`${file}: commit ${place} is none of the ${commits.length} that it has`);
}
