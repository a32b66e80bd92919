// One series over the commits of its machine: all runs of a commit are one point, and a point has moved from the time before or not.
import { moveOf } from '@kernel-ladder/schema';
import type { MoveKind } from '@kernel-ladder/schema';
import { areOtherClocks } from '../clocks.ts';
import { kernelsOf, pointsIn } from '../kernels.ts';
import type { Kernels } from '../kernels.ts';
import type { PageSeries, PointMark } from '../page.ts';
import type { Stops } from './commits.ts';

/** A series over all pages. */
export interface WholeSeries
  extends Pick<PageSeries, 'id' | 'isOwn' | 'isPeer' | 'marks' | 'reasons' | 'clocks'>, Kernels {
  /** As in a page, of all of them. */
  readonly runs: Int32Array;
  readonly ns: Float64Array;
}

/** A series at a commit, over all runs of the commit. */
export interface CommitPoint {
  readonly at: number;
  /** A failure in any run is a failure; a time that counts goes before others. */
  readonly mark: PointMark;
  /** The middle of the times of this mark; null without one. */
  readonly ns: number | null;
  readonly hash: string | null;
  readonly card: string | null;
  /** Share of full clock behind the time. */
  readonly clock: number;
  /** Places of the runs. */
  readonly runs: readonly number[];
}

/** A time that has moved from that of the last commit before that has one. */
export interface CommitMove {
  readonly at: number;
  /** new/old − 1. */
  readonly effect: number;
  readonly kind: Exclude<MoveKind, 'steady'>;
  /** Whether the kernel is the same; null where a hash is missing. */
  readonly sameKernel: boolean | null;
}

type Pages = readonly { readonly series: readonly PageSeries[] }[];

const joinedPages = new WeakMap<Pages, readonly WholeSeries[]>();

/** Joins what the pages, in their order, say of each series; the grid and the commits are made of the same. */
export function wholeSeries(pages: Pages): readonly WholeSeries[] {
  const found = joinedPages.get(pages) ?? joinSeries(pages);
  joinedPages.set(pages, found);
  return found;
}

function joinSeries(pages: Pages): readonly WholeSeries[] {
  const parts = Map.groupBy(
    pages.flatMap(({ series }) => series),
    ({ id }) => id,
  );
  return [...parts].map(([id, own]) => ({
    id,
    isOwn: own.every((part) => part.isOwn),
    isPeer: own.some((part) => part.isPeer),
    runs: behind(new Int32Array(pointsIn(own)), own, ({ runs }) => runs),
    ns: behind(new Float64Array(pointsIn(own)), own, ({ ns }) => ns),
    marks: own.map(({ marks }) => marks).join(''),
    ...kernelsOf(own),
    reasons: joined(own, ({ reasons }) => reasons),
    clocks: joined(own, ({ clocks }) => clocks),
  }));
}

// Numbers of pages, one behind the other.
function behind<List extends Int32Array | Float64Array>(
  list: List,
  parts: readonly PageSeries[],
  of: (part: PageSeries) => readonly number[],
): List {
  let from = 0;
  for (const part of parts) {
    list.set(of(part), from);
    from += part.runs.length;
  }
  return list;
}

// What few points say stands by their places, which begin anew on each page.
function joined<Said>(
  parts: readonly PageSeries[],
  saidBy: (part: PageSeries) => readonly (readonly [place: number, said: Said])[],
) {
  let before = 0;
  return parts.flatMap((part) => {
    const first = before;
    before += part.runs.length;
    return saidBy(part).map(([place, said]) => [first + place, said] as const);
  });
}

/**
 * The points of a series, in commit order. Hot, as all below: a long history has millions of points, which nobody is to keep. To make those
 * of a series twice costs less than to have those of all in memory.
 */
export function pointsOf(series: WholeSeries, stops: Stops): readonly CommitPoint[] {
  const { runs } = series;
  const places = placesInOrder(runs, stops);
  const clocks = series.clocks.length > 0 ? new Map(series.clocks) : null;
  const placeOf = (nth: number) => (places ? (places[nth] ?? -1) : nth);
  const stopAt = (nth: number) => stops.ofRun[runs[placeOf(nth)] ?? -1] ?? -1;
  const points: CommitPoint[] = [];
  for (let from = 0, to = 0; from < runs.length; from = to) {
    const at = stopAt(from);
    for (to = from + 1; to < runs.length && stopAt(to) === at;) to++;
    const about = { at, stops, clocks };
    points.push(
      to === from + 1
        ? onePoint(series, placeOf(from), about)
        : manyPoint(
            series,
            Array.from({ length: to - from }, (_, nth) => placeOf(from + nth)),
            about,
          ),
    );
  }
  return points;
}

// Places of runs in the order of their commits; null where they are in it, as most often.
function placesInOrder(runs: Int32Array, { ofRun }: Stops): readonly number[] | null {
  let before = -1;
  for (const run of runs) {
    const at = ofRun[run] ?? -1;
    if (at < before) {
      const stopOf = (place: number) => ofRun[runs[place] ?? -1] ?? -1;
      return Array.from(runs, (_, place) => place).toSorted((a, b) => stopOf(a) - stopOf(b));
    }
    before = at;
  }
  return null;
}

interface AtCommit {
  readonly at: number;
  readonly stops: Stops;
  /** Null of a series whose launches all left the clock up. */
  readonly clocks: ReadonlyMap<number, number> | null;
}

// Most commits have one run.
function onePoint(
  { runs, ns, marks, kernels, names }: WholeSeries,
  place: number,
  { at, stops, clocks }: AtCommit,
): CommitPoint {
  const run = runs[place] ?? -1;
  return {
    at,
    // Marks are letters of `summarise`.
    mark: (marks[place] ?? 's') as PointMark,
    ns: ns[place] || null,
    hash: names[kernels[place] ?? -1] ?? null,
    card: stops.cards[run] ?? null,
    clock: clocks?.get(place) ?? 1,
    runs: [run],
  };
}

function manyPoint(series: WholeSeries, places: readonly number[], about: AtCommit): CommitPoint {
  const { runs, ns, marks } = series;
  const mark = markOver(places.map((place) => marks[place]));
  const alike = places.filter((place) => marks[place] === mark);
  return {
    ...onePoint(series, alike.at(-1) ?? -1, about),
    mark,
    ns: middleOf(alike.flatMap((place) => ns[place] || [])),
    runs: places.flatMap((place) => runs[place] ?? []),
  };
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

/** Of a kernel of ours the commits at which its time moved; points are those of judged commits. */
export function movesOf(points: readonly CommitPoint[], least: number): readonly CommitMove[] {
  const moves: CommitMove[] = [];
  let before: TimedPoint | null = null;
  for (const point of points) {
    if (point.mark !== 't' || !isTimed(point)) continue;
    const effect = before ? point.ns / before.ns - 1 : 0;
    const kind = moveOf(effect, least);
    if (before && kind !== 'steady' && !areOtherClocks(before, point))
      moves.push({ at: point.at, effect, kind, sameKernel: sameHash(before.hash, point.hash) });
    before = point;
  }
  return moves;
}

type TimedPoint = CommitPoint & { readonly ns: number };

function isTimed(point: CommitPoint): point is TimedPoint {
  return point.ns !== null;
}

function sameHash(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : a === b;
}

/** The commits at which a series was gone, as the runs that had it last were followed by whole ones without it. */
export function goneAt(points: readonly CommitPoint[], { toldBy }: Stops): readonly number[] {
  const gone = new Set<number>();
  for (const [place, { runs }] of points.entries()) {
    const next = points[place + 1]?.at ?? Number.POSITIVE_INFINITY;
    for (const run of runs) {
      const at = toldBy[run] ?? Number.POSITIVE_INFINITY;
      if (at < next) gone.add(at);
    }
  }
  return [...gone];
}
