// How many of a machine's series can be judged, and why the others cannot: each is in exactly one group.
import type { SiteFamily, SiteJudgement, SitePoint } from '@kernel-ladder/schema';
import { doubtOf } from './rung.ts';

/** A group of series and why they are in it. */
export interface CoverageGroup {
  readonly key: 'judged' | 'short' | 'once' | 'untimed' | 'peers';
  readonly series: number;
  readonly text: string;
}

const texts: { readonly [Key in CoverageGroup['key']]: string } = {
  judged: 'have enough runs to be judged',
  short: 'have been timed in two runs or more, and in too few to be judged',
  once: 'have been timed in one run',
  untimed: 'have no time that may be compared: failed, skipped, or never timed',
  peers: 'are somebody else’s, which nobody judges',
};

/** The groups, also empty ones; together they are all series that clean, recorded runs of these families have. */
export function coverageOf(
  families: readonly SiteFamily[],
  judgement: Pick<SiteJudgement, 'series'>,
): readonly CoverageGroup[] {
  const judged = new Map(judgement.series.map((one) => [one.id, one]));
  const keys = families.flatMap(recordedSeries).map(({ id, points }): CoverageGroup['key'] => {
    if (points.some(({ peer }) => peer !== undefined)) return 'peers';
    const own = judged.get(id);
    if (own) return own.points >= own.fewestPoints ? 'judged' : 'short';
    return points.some(isTimed) ? 'once' : 'untimed';
  });
  return (Object.keys(texts) as readonly CoverageGroup['key'][]) // The keys of a literal are its groups.
    .map((key) => ({ key, series: keys.filter((one) => one === key).length, text: texts[key] }));
}

// Nobody judges local runs and trees with changes.
function recordedSeries({ runs, series }: SiteFamily) {
  const isRecorded = ({ run }: SitePoint) => runs[run]?.local === false && !runs[run].commit.dirty;
  return series
    .map(({ id, points }) => ({ id, points: points.filter(isRecorded) }))
    .filter(({ points }) => points.length > 0);
}

function isTimed(point: SitePoint): boolean {
  return point.status === 'passed' && point.timing !== undefined && doubtOf(point) === null;
}
