// The border of the dashboard's pages: grid, commits, runs and the points of a case.
import { unpackRows } from './columns.ts';
import { InvalidDocument } from './invalid.ts';
import { parseResult, parser } from './parse.ts';
import type {
  CommitCounts,
  Result,
  SiteCase,
  SiteCommit,
  SiteCommits,
  SiteGrid,
  SiteRun,
  SiteRunFile,
  SiteRuns,
} from './types.generated.ts';

/** Checks every series of a machine as it is now. */
export const parseSiteGrid = parser<SiteGrid>('site-grid.schema.json');

const commitShape = parser<SiteCommit>('site-commit.schema.json');

/** Checks what a commit did, and that its counts add up and are those of its lists. */
export function parseSiteCommit(file: string, value: unknown): SiteCommit {
  const commit = commitShape(file, value);
  const { changes, suspects, failing, gone, counts } = commit;
  refuseOtherSum(`${file}: /counts`, counts);
  const slower = changes.filter(({ direction }) => direction === 'regressed').length;
  const listed: Partial<CommitCounts> = {
    slower,
    faster: changes.length - slower,
    suspect: suspects.length,
    new: commit.new.length,
    gone: gone.length,
    failing: failing.length,
  };
  for (const [state, count] of Object.entries(listed))
    if (counts[state as keyof CommitCounts] !== count)
      throw new InvalidDocument(`${file}: /counts/${state}: must be the ${count} that are listed`);
  return commit;
}

const commitsShape = parser<SiteCommits>('site-commits.schema.json');

/** Checks a page of commits, and that the counts of each add up. */
export function parseSiteCommits(file: string, value: unknown): SiteCommits {
  const page = commitsShape(file, value);
  for (const [at, { counts }] of page.commits.entries())
    refuseOtherSum(`${file}: /commits/${at}/counts`, counts);
  return page;
}

function refuseOtherSum(place: string, { series, ...states }: CommitCounts): void {
  const sum = Object.values(states).reduce((total, count) => total + count, 0);
  if (sum !== series) throw new InvalidDocument(`${place}/series: must be the sum of the others, ${sum}`);
}

const runsShape = parser<SiteRuns>('site-runs.schema.json');
const runShape = parser<SiteRun>('site-family.schema.json#/$defs/run');

/** Checks a page of runs; they come as rows. */
export function parseSiteRuns(file: string, value: unknown): readonly SiteRun[] {
  const { runs } = runsShape(file, value);
  return unpackRows(file, runs).map((row, at) => runShape(`${file}: row ${at}`, row));
}

const runFileShape = parser<SiteRunFile>('site-run.schema.json');

/** A run's file with its results as rows. */
export type SiteRunPage = Omit<SiteRunFile, 'results'> & { readonly results: readonly Result[] };

/** Checks the file of one run; its results come as rows. */
export function parseSiteRun(file: string, value: unknown): SiteRunPage {
  const { results, ...run } = runFileShape(file, value);
  return {
    ...run,
    results: unpackRows(file, results).map((row, at) => parseResult(`${file}: row ${at}`, row)),
  };
}

/** Checks the points of a case; as rows they are those of a family, which `parseSiteFamily` checks. */
export const parseSiteCase = parser<SiteCase>('site-case.schema.json');
