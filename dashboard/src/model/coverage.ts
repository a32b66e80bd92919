// How many of a machine's series can be judged, and why the others cannot: each is in exactly one group.
import type { SiteJudgement } from '@kernel-ladder/schema';
import type { MachineHistory } from './machine-history.ts';

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

/** The groups, also empty ones; together they are all series of the machine. */
export function coverageOf(
  { series }: MachineHistory,
  judgement: Pick<SiteJudgement, 'series'>,
): readonly CoverageGroup[] {
  const judged = new Map(judgement.series.map((one) => [one.id, one]));
  const keys = series.map(({ id, isPeer, seen }): CoverageGroup['key'] => {
    if (isPeer) return 'peers';
    const own = judged.get(id);
    if (own) return own.points >= own.fewestPoints ? 'judged' : 'short';
    return seen.some(({ ns }) => ns !== null) ? 'once' : 'untimed';
  });
  return (Object.keys(texts) as readonly CoverageGroup['key'][]) // The keys of a literal are its groups.
    .map((key) => ({ key, series: keys.filter((one) => one === key).length, text: texts[key] }));
}
