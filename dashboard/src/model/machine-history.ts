// Every series of a machine over its commits: all runs of one commit are one observation.
import type { SiteFamily, SitePoint, SiteSeries } from '@kernel-ladder/schema';
import { commitsOf } from './commits.ts';
import type { MeasuredCommit } from './commits.ts';
import { doubtOf, reasonOf } from './rung.ts';

/** One series at one commit, over all runs of the commit. */
export interface Seen {
  /** Place among the machine's commits. */
  readonly commit: number;
  /** A failure in any run is a failure. */
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The middle of the median times that may be compared, in ns; null where there is none. */
  readonly ns: number | null;
  /** Why there is no such time, or why it failed or was skipped. */
  readonly reason: string | null;
  readonly kernelHash: string | null;
  /** The runs of the commit that have it. */
  readonly runIds: ReadonlySet<string>;
}

/** One series; only the commits that have it, in commit order. */
export interface SeriesHistory {
  readonly id: string;
  readonly family: string;
  readonly variant: string;
  readonly case: string;
  /** Somebody else's: nobody judges it. */
  readonly isPeer: boolean;
  readonly seen: readonly Seen[];
}

/** Everything that a machine's clean, recorded runs saw. */
export interface MachineHistory {
  readonly machineKey: string;
  readonly commits: readonly MeasuredCommit[];
  readonly series: readonly SeriesHistory[];
}

/** Collects the families of one machine. */
export function historyOf(machineKey: string, families: readonly SiteFamily[]): MachineHistory {
  const commits = commitsOf(families);
  const places = new Map(
    commits.flatMap(({ runs }, place) => runs.map(({ runId }) => [runId, place] as const)),
  );
  const series = families.flatMap((family) => {
    const placeOf = family.runs.map(({ runId }) => places.get(runId) ?? null);
    return family.series.map((one) => seriesOf(family, one, placeOf));
  });
  return { machineKey, commits, series: series.filter(({ seen }) => seen.length > 0) };
}

function seriesOf(
  family: SiteFamily,
  { id, variant, case: caseName, points }: SiteSeries,
  placeOf: readonly (number | null)[],
): SeriesHistory {
  const judged = points.filter(({ run }) => typeof placeOf[run] === 'number');
  const groups = Map.groupBy(judged, ({ run }) => placeOf[run] ?? -1);
  const isPeer = points.some(({ peer }) => peer !== undefined);
  const seen = [...groups].map(([commit, own]) => {
    const runIds = new Set(own.flatMap(({ run }) => family.runs[run]?.runId ?? []));
    return { ...seenIn(commit, own), runIds };
  });
  return {
    id,
    family: family.family,
    variant,
    case: caseName,
    isPeer,
    seen: seen.toSorted((a, b) => a.commit - b.commit),
  };
}

function seenIn(commit: number, points: readonly SitePoint[]): Omit<Seen, 'runIds'> {
  const failed = points.find(({ status }) => status === 'failed');
  const passed = points.filter(({ status }) => status === 'passed');
  const times = passed.flatMap((point) =>
    point.timing && doubtOf(point) === null ? [point.timing.medianNs] : [],
  );
  const kernelHash = points.findLast((point) => point.kernelHash)?.kernelHash ?? null;
  if (failed) return { commit, status: 'failed', ns: null, reason: reasonOf(failed), kernelHash };
  const [first] = points;
  if (passed.length === 0)
    return { commit, status: 'skipped', ns: null, reason: first ? reasonOf(first) : null, kernelHash };
  const reason =
    times.length > 0 ? null : (passed.map(doubtOf).find((doubt) => doubt !== null) ?? 'not timed');
  return { commit, status: 'passed', ns: middleOf(times), reason, kernelHash };
}

/** The median; null of nothing. */
export function middleOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
