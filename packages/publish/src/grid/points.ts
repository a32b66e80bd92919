// One series over the commits of its machine: all runs of a commit are one point, and a point has moved from the time before or not.
import { moveOf } from '@kernel-ladder/schema';
import type { MoveKind } from '@kernel-ladder/schema';
import type { PageSeries, PointMark } from '../page.ts';
import type { Stops } from './commits.ts';

/** A series over all pages. */
export type WholeSeries = Pick<
  PageSeries,
  'id' | 'isOwn' | 'isPeer' | 'runs' | 'ns' | 'marks' | 'hashes' | 'reasons'
>;

/** A series at a commit, over all runs of the commit. */
export interface CommitPoint {
  readonly at: number;
  /** A failure in any run is a failure; a time that counts goes before others. */
  readonly mark: PointMark;
  /** The middle of the times of this mark; null without one. */
  readonly ns: number | null;
  readonly hash: string | null;
  readonly card: string | null;
  /** Places of the runs. */
  readonly runs: readonly number[];
}

/** A change of the time from the last commit before that has one. */
export interface CommitMove {
  readonly at: number;
  /** new/old − 1. */
  readonly effect: number;
  readonly kind: MoveKind;
  /** Whether the kernel is the same; null where a hash is missing. */
  readonly sameKernel: boolean | null;
}

/** Joins what the pages, in their order, say of each series. */
export function wholeSeries(
  pages: readonly { readonly series: readonly PageSeries[] }[],
): readonly WholeSeries[] {
  const parts = Map.groupBy(
    pages.flatMap(({ series }) => series),
    ({ id }) => id,
  );
  return [...parts].map(([id, own]) => ({
    id,
    isOwn: own.every((part) => part.isOwn),
    isPeer: own.some((part) => part.isPeer),
    runs: own.flatMap(({ runs }) => runs),
    ns: own.flatMap(({ ns }) => ns),
    marks: own.map(({ marks }) => marks).join(''),
    hashes: own.flatMap(({ hashes }) => hashes),
    reasons: joined(own),
  }));
}

function joined(parts: readonly PageSeries[]): PageSeries['reasons'] {
  let before = 0;
  return parts.flatMap(({ runs, reasons }) => {
    const first = before;
    before += runs.length;
    return reasons.map(([place, reason]) => [first + place, reason] as const);
  });
}

/** The points of a series, in commit order. */
export function pointsOf({ runs, ns, marks, hashes }: WholeSeries, stops: Stops): readonly CommitPoint[] {
  const groups = new Map<number, number[]>();
  // Hot: a long history has millions of points.
  for (let place = 0; place < runs.length; place++) {
    const at = stops.ofRun[runs[place] ?? -1] ?? -1;
    const group = groups.get(at);
    if (group) group.push(place);
    else groups.set(at, [place]);
  }
  const points = [...groups].map(([at, places]): CommitPoint => {
    const mark = markOver(places.map((place) => marks[place]));
    const alike = places.filter((place) => marks[place] === mark);
    const times = alike.flatMap((place) => ns[place] || []);
    const last = alike.at(-1) ?? -1;
    return {
      at,
      mark,
      ns: middleOf(times),
      hash: hashes[last] ?? null,
      card: stops.cards[runs[last] ?? -1] ?? null,
      runs: places.flatMap((place) => runs[place] ?? []),
    };
  });
  return points.toSorted((a, b) => a.at - b.at);
}

// The first of these that any run says.
const telling: readonly PointMark[] = ['f', 't', 'h', 'd', 'u'];

function markOver(marks: readonly (string | undefined)[]): PointMark {
  return telling.find((mark) => marks.includes(mark)) ?? 's';
}

function middleOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Of a kernel of ours every commit with a time before it, moved or not; points are those of judged commits. */
export function movesOf(points: readonly CommitPoint[], least: number): readonly CommitMove[] {
  const timed = points.filter(({ mark, ns }) => mark === 't' && ns !== null);
  return timed.slice(1).map((point, place) => {
    const before = timed[place];
    const effect = (point.ns ?? 1) / (before?.ns ?? 1) - 1;
    const sameKernel = point.hash === null || !before?.hash ? null : point.hash === before.hash;
    return { at: point.at, effect, kind: moveOf(effect, least), sameKernel };
  });
}

/** The commits at which a series was gone, as the runs that had it last were followed by whole ones without it. */
export function goneAt(points: readonly CommitPoint[], { toldBy }: Stops): readonly number[] {
  return points.flatMap(({ runs }, place) => {
    const next = points[place + 1]?.at ?? Number.POSITIVE_INFINITY;
    const told = runs.flatMap((run) => toldBy[run] ?? []);
    return [...new Set(told)].filter((at) => at < next);
  });
}
