// The order of runs, which everything that compares commits starts from.
import { byDate, listedOnly, uniqueRuns } from '@kernel-ladder/schema';
import type { Dated, Run, SiteRun } from '@kernel-ladder/schema';
import { withKnownDrift } from './drift.ts';

/** A run and whether it comes from this checkout rather than the history. */
export interface SourcedRun {
  readonly run: Run;
  readonly local: boolean;
}

/** Commit order: ancestry where a commit is known to it, commit date between the others; then time of the run. */
export function orderRuns<One extends { readonly run: Dated }>(
  runs: readonly One[],
  ancestry: ReadonlyMap<string, number>,
): readonly One[] {
  const place = ({ run }: One) => ancestry.get(run.run.commit.sha);
  const dated = runs.toSorted((a, b) => byDate(a.run, b.run));
  // A comparison that mixes both orders runs in circles where a rebase has made an ancestor the younger one: the
  // known commits change places among themselves, the others stay where their date puts them.
  const known = dated
    .filter((run) => place(run) !== undefined)
    .toSorted((a, b) => (place(a) ?? 0) - (place(b) ?? 0))
    .values();
  return dated.map((run) => (place(run) === undefined ? run : (known.next().value ?? run)));
}

/**
 * The runs that series are made of: each once, however many copies of it there are, and the recorded one where one is; without
 * cases that no family lists, which are nobody's series. Times of sessions that nobody judged say so.
 */
export function seriesRuns(runs: readonly SourcedRun[]): readonly SourcedRun[] {
  const from = (source: 'recorded' | 'local') =>
    uniqueRuns(runs.filter(({ local }) => local === (source === 'local')).map(({ run }) => run));
  const recorded = from('recorded');
  const ids = new Set(recorded.map(({ run }) => run.id));
  const own = from('local').filter(({ run }) => !ids.has(run.id));
  return [
    ...recorded.map((run) => ({ run: withKnownDrift(listedOnly(run)), local: false })),
    ...own.map((run) => ({ run: withKnownDrift(listedOnly(run)), local: true })),
  ];
}

/** What the site says about a run. */
export function toSiteRun({ run, local }: SourcedRun): SiteRun {
  const { id, startedAt, commit, suite, argv, interrupted } = run.run;
  // Globs need no flag, and who takes kernels apart takes one of each family.
  const selected = argv.some((word) => /^(--(select|why)\b|[^-])/.test(word));
  const card = run.machine.card?.id;
  return {
    runId: id,
    startedAt,
    commit,
    suite,
    local,
    ...(interrupted ? { interrupted } : {}),
    ...(selected ? { selected } : {}),
    ...(argv.includes('--peers') ? { peers: true } : {}),
    ...(card === undefined ? {} : { card }),
  };
}
