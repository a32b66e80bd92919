// History → the dashboard's static files: an index, and one file a machine and family.
import { listedOnly } from '@kernel-ladder/schema';
import type { Run, SiteFamily, SiteIndex, SitePoint, SiteRun, SiteSeries } from '@kernel-ladder/schema';

/** A run and whether it comes from this checkout rather than the history. */
export interface SourcedRun {
  readonly run: Run;
  readonly local: boolean;
}

/** All of the site's data. */
export interface SiteData {
  readonly index: SiteIndex;
  readonly families: readonly SiteFamily[];
}

/** Builds the site's data; runs are put in the order of the commits' ancestry, dates where it does not tell. */
export function buildSite(runs: readonly SourcedRun[], ancestry: ReadonlyMap<string, number>): SiteData {
  const ordered = orderRuns(dedupe(runs), ancestry);
  const machines = [...Map.groupBy(ordered, ({ run }) => run.machine.key)].toSorted(hardwareFirst);
  const families = machines.flatMap(([key, own]) =>
    familyNames(own).map((family) => buildFamily(key, family, own)),
  );
  const entries = machines.flatMap(([, own]) => {
    const newest = own.toSorted((a, b) => a.run.run.startedAt.localeCompare(b.run.run.startedAt)).at(-1);
    if (!newest) return [];
    const names = familyNames(own);
    const opening = openingFamily(names, own);
    return [
      {
        machine: newest.run.machine,
        runs: own.length,
        families: names,
        ...(opening === undefined ? {} : { opening }),
      },
    ];
  });
  return { index: { schemaVersion: 1, machines: entries }, families };
}

/** Commit order: ancestry where a commit is known to it, commit date between the others; then time of the run. */
export function orderRuns(
  runs: readonly SourcedRun[],
  ancestry: ReadonlyMap<string, number>,
): readonly SourcedRun[] {
  const place = ({ run }: SourcedRun) => ancestry.get(run.run.commit.sha);
  const byDate = runs.toSorted(
    (a, b) =>
      a.run.run.commit.date.localeCompare(b.run.run.commit.date) ||
      a.run.run.startedAt.localeCompare(b.run.run.startedAt),
  );
  // A comparison that mixes both orders runs in circles where a rebase has made an ancestor the younger one: the
  // known commits change places among themselves, the others stay where their date puts them.
  const known = byDate
    .filter((run) => place(run) !== undefined)
    .toSorted((a, b) => (place(a) ?? 0) - (place(b) ?? 0));
  return byDate.map((run) => (place(run) === undefined ? run : (known.shift() ?? run)));
}

/** Leaves out the local runs that are recorded as well, and cases that no family lists: they are nobody's series. */
export function dedupe(runs: readonly SourcedRun[]): readonly SourcedRun[] {
  const recorded = new Set(runs.filter(({ local }) => !local).map(({ run }) => run.run.id));
  return runs
    .filter(({ run, local }) => !local || !recorded.has(run.run.id))
    .map(({ run, local }) => ({ run: listedOnly(run), local }));
}

function hardwareFirst(
  [, a]: readonly [string, readonly SourcedRun[]],
  [, b]: readonly [string, readonly SourcedRun[]],
): number {
  const isSoftware = (of: readonly SourcedRun[]) => Number(of.some(({ run }) => run.machine.software));
  return isSoftware(a) - isSoftware(b);
}

function familyNames(runs: readonly SourcedRun[]): readonly string[] {
  return [...new Set(runs.flatMap(({ run }) => run.results.map((result) => result.family)))].toSorted();
}

// A reader wants a history of real devices first; the names are in order, and the sort keeps it between equals.
function openingFamily(names: readonly string[], runs: readonly SourcedRun[]): string | undefined {
  const [first] = names
    .map((name) => {
      const own = runs.map(({ run }) => run.results.filter(({ family }) => family === name));
      const simulated = own.some((results) => results.some((result) => result.simulated));
      return { name, simulated, runs: own.filter((results) => results.length > 0).length };
    })
    .toSorted((a, b) => Number(a.simulated) - Number(b.simulated) || b.runs - a.runs);
  return first?.name;
}

function buildFamily(machineKey: string, family: string, runs: readonly SourcedRun[]): SiteFamily {
  const own = runs.filter(({ run }) => run.results.some((result) => result.family === family));
  const series = new Map<string, SiteSeries & { readonly points: SitePoint[] }>();
  for (const [index, { run }] of own.entries()) {
    for (const result of run.results) {
      if (result.family !== family) continue;
      const { id, variant, case: caseName, params, dtype, work } = result;
      const points = series.get(id)?.points ?? [];
      points.push(toPoint(index, result));
      series.set(id, { id, variant, case: caseName, params, dtype, work, points });
    }
  }
  const order = ladderOrder(own, family);
  const ordered = [...series.values()].toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return { schemaVersion: 1, machineKey, family, runs: own.map(toSiteRun), series: ordered };
}

// A run lists a case's rungs as the ladder had them then: the newest of the fullest runs knows the order best.
function ladderOrder(runs: readonly SourcedRun[], family: string): readonly string[] {
  const idLists = runs.map(({ run }) =>
    run.results.filter((result) => result.family === family).map(({ id }) => id),
  );
  return [
    ...new Set(
      idLists
        .toReversed()
        .toSorted((a, b) => b.length - a.length)
        .flat(),
    ),
  ];
}

/** What the site says about a run. */
export function toSiteRun({ run, local }: SourcedRun): SiteRun {
  const { id, startedAt, commit, suite } = run.run;
  return { runId: id, startedAt, commit, suite, local };
}

function toPoint(index: number, result: Run['results'][number]): SitePoint {
  const { status, reason, kernelHash, timing, metrics, loc, comparable, comparableReasons } = result;
  return {
    run: index,
    status,
    comparable,
    ...(comparableReasons.length > 0 ? { comparableReasons } : {}),
    ...(reason ? { reason } : {}),
    ...(kernelHash ? { kernelHash } : {}),
    ...(timing ? { timing } : {}),
    ...(metrics ? { metrics } : {}),
    ...(loc ? { loc } : {}),
  };
}
