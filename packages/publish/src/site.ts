// History → the dashboard's static files: an index, and one file a machine and family.
import { familyLadders, isSamePeer } from '@kernel-ladder/schema';
import type {
  FamilyLadder,
  Peer,
  Run,
  SiteFamily,
  SiteIndex,
  SitePoint,
  SiteSeries,
} from '@kernel-ladder/schema';
import { seriesRuns, orderRuns, toSiteRun } from './order.ts';
import type { SourcedRun } from './order.ts';

/** All of the site's data. */
export interface SiteData {
  readonly index: SiteIndex;
  readonly families: readonly SiteFamily[];
}

/**
 * Builds the site's data; runs are put in the order of the commits' ancestry, dates where it does not tell. `texts` are the hashes
 * of the kernels whose texts are recorded.
 */
export function buildSite(
  runs: readonly SourcedRun[],
  ancestry: ReadonlyMap<string, number>,
  texts: ReadonlySet<string> = new Set(),
): SiteData {
  const ordered = orderRuns(seriesRuns(runs), ancestry);
  const machines = [...Map.groupBy(ordered, ({ run }) => run.machine.key)].toSorted(hardwareFirst);
  const ladders = familyLadders(ordered.map(({ run }) => run));
  const families = machines.flatMap(([key, own]) => {
    const names = new Set(familyNames(own));
    return ladders
      .filter(({ name }) => names.has(name))
      .map((ladder) => ({
        ...buildFamily(key, ladder, own),
        kernels: recordedKernels(ladder.name, own, texts),
      }));
  });
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

function hardwareFirst(
  [, a]: readonly [string, readonly SourcedRun[]],
  [, b]: readonly [string, readonly SourcedRun[]],
): number {
  return softwareRank(a) - softwareRank(b);
}

function softwareRank(runs: readonly SourcedRun[]): number {
  return Number(runs.some(({ run }) => run.machine.software));
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

function buildFamily(
  machineKey: string,
  ladder: FamilyLadder,
  runs: readonly SourcedRun[],
): Omit<SiteFamily, 'kernels'> {
  const own = runs.filter(({ run }) => run.results.some(({ family }) => family === ladder.name));
  const peers = distinctPeers(own, ladder.name);
  const series = new Map<string, SiteSeries & { readonly points: SitePoint[] }>();
  for (const [index, { run }] of own.entries()) {
    for (const result of run.results) {
      if (result.family !== ladder.name) continue;
      const { id, variant, case: caseName, params, dtype, work } = result;
      const points = series.get(id)?.points ?? [];
      points.push(toPoint(index, result, peers));
      series.set(id, { id, variant, case: caseName, params, dtype, work, points });
    }
  }
  return {
    schemaVersion: 1,
    machineKey,
    family: ladder.name,
    ladder,
    ...(peers.length > 0 ? { peers } : {}),
    runs: own.map(toSiteRun),
    series: inOrder([...series.values()], ladder, own),
  };
}

// A point names its peer by its place: names, settings and clocks stand once, however many runs and cases there are.
function distinctPeers(runs: readonly SourcedRun[], family: string): readonly Peer[] {
  const all = runs.flatMap(({ run }) =>
    run.results.flatMap((result) => (result.family === family && result.peer ? [result.peer] : [])),
  );
  return all.reduce<readonly Peer[]>(
    (known, peer) => (known.some((one) => isSamePeer(one, peer)) ? known : [...known, peer]),
    [],
  );
}

function recordedKernels(
  family: string,
  runs: readonly SourcedRun[],
  texts: ReadonlySet<string>,
): readonly string[] {
  const results = runs.flatMap(({ run }) => run.results.filter((result) => result.family === family));
  const hashes = new Set(results.flatMap(({ kernelHash }) => kernelHash ?? []));
  return [...hashes].filter((hash) => texts.has(hash)).toSorted();
}

// Case by case, the rungs of each as the ladder has them; one that the ladder has no more stands behind the others.
function inOrder(
  series: readonly SiteSeries[],
  { name, rungs }: FamilyLadder,
  runs: readonly SourcedRun[],
): readonly SiteSeries[] {
  const place = ({ variant }: SiteSeries) => {
    const at = rungs.findIndex((rung) => rung.name === variant);
    return at < 0 ? rungs.length : at;
  };
  const cases = casesInOrder(runs, name);
  return series.toSorted((a, b) => cases.indexOf(a.case) - cases.indexOf(b.case) || place(a) - place(b));
}

// A partial run knows some of the cases: the newest of the fullest runs has them all, in the family's order.
function casesInOrder(runs: readonly SourcedRun[], family: string): readonly string[] {
  const lists = runs.map(({ run }) =>
    run.results.filter((result) => result.family === family).map((result) => result.case),
  );
  return [
    ...new Set(
      lists
        .toReversed()
        .toSorted((a, b) => b.length - a.length)
        .flat(),
    ),
  ];
}

function toPoint(index: number, result: Run['results'][number], peers: readonly Peer[]): SitePoint {
  const { peer, status, reason, kernelHash, timing, metrics, loc, comparable, comparableReasons } = result;
  return {
    run: index,
    ...(peer ? { peer: peers.findIndex((one) => isSamePeer(one, peer)) } : {}),
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
