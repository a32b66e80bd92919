// The border of the grid and of the overview: their rows name commits by their places, which no schema can check.
import { unpackRows } from './columns.ts';
import { InvalidDocument } from './invalid.ts';
import { parser, refuseStray } from './parse.ts';
import type { GridCommit, GridRow, SiteGrid, SiteOverview } from './types.generated.ts';

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
  refuseStrayRows(`${file}: /series`, commits, rows);
  return { machineKey, commits, rows };
}

const overviewShape = parser<SiteOverview>('site-overview.schema.json');

/** Checks what the first page is told of a machine, and that it names only commits that it has. */
export function parseSiteOverview(file: string, value: unknown): SiteOverview {
  const overview = overviewShape(file, value);
  const { commits, newest, runs, headlines, attention } = overview;
  if (newest > commits.length)
    throw new InvalidDocument(`${file}: /newest: ${newest} of ${commits.length} commits`);
  refuseStrayRows(`${file}: /headlines`, commits, headlines);
  refuseStrayRows(`${file}: /attention`, commits, attention);
  const named = runs.map(({ at }) => at);
  refuseStray(`${file}: /runs`, commits.length, named, 'commit');
  return overview;
}

// Also each point of a row must have its commit, its time and its mark.
function refuseStrayRows(place: string, commits: readonly GridCommit[], rows: readonly GridRow[]): void {
  for (const { id, at, times, marks, change } of rows) {
    if (at.length !== times.length || at.length !== marks.length)
      throw new InvalidDocument(
        `${place}: ${id}: ${at.length} commits with ${times.length} times and ${marks.length} marks: must be as many`,
      );
    refuseStray(`${place}: ${id}`, commits.length, [...at, ...(change ? [change.at] : [])], 'commit');
  }
}
