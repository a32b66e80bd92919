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

/**
 * The points of a series, in commit order: lists have a value a commit, as many as there are marks, whatever stands behind them. A long history has
 * millions of points: an object for each, as long as those of its series are looked at, would cost more than all that is done with them.
 */
export interface Points {
  readonly series: WholeSeries;
  readonly stops: Stops;
  readonly at: Int32Array;
  /** A failure in any run is a failure; a time that counts goes before others. */
  readonly marks: readonly PointMark[];
  /** The middle of the times of this mark, in ns; 0 without one. */
  readonly ns: Float64Array;
  /** The run that tells of kernel, card and clock, by its place in the series. */
  readonly tellers: Int32Array;
  /** Places in the series of all runs, commit by commit, and the number of those before each. */
  readonly places: Int32Array;
  readonly first: Int32Array;
  /** Shares of full clock by places in the series; null where every launch left the clock up. */
  readonly clocks: ReadonlyMap<number, number> | null;
}

/** A series at a commit, over all runs of the commit. */
export interface CommitPoint {
  readonly at: number;
  readonly mark: PointMark;
  readonly ns: number | null;
  readonly hash: string | null;
  readonly card: string | null;
  /** Share of full clock behind the time. */
  readonly clock: number;
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

/** The points of a series. To make those of a series twice costs less than to have those of all in memory. */
export function pointsOf(series: WholeSeries, stops: Stops): Points {
  const count = series.runs.length;
  const points: Filling = {
    series,
    stops,
    at: new Int32Array(count),
    marks: [],
    ns: new Float64Array(count),
    tellers: new Int32Array(count),
    places: placesInOrder(series.runs, stops),
    first: new Int32Array(count + 1),
    clocks: series.clocks.length > 0 ? new Map(series.clocks) : null,
  };
  for (let from = 0; from < count;) from = addPoint(points, from);
  return points;
}

interface Filling extends Points {
  readonly marks: PointMark[];
}

// Hot, as all below. Gives where the runs of the next commit begin.
function addPoint(points: Filling, from: number): number {
  const { places, at, marks, ns, tellers, first } = points;
  const nth = marks.length;
  const stop = stopAt(points, from);
  let to = from + 1;
  while (to < places.length && stopAt(points, to) === stop) to++;
  at[nth] = stop;
  first[nth + 1] = to;
  const teller = to === from + 1 ? (places[from] ?? -1) : sumUp(points, places.subarray(from, to));
  tellers[nth] = teller;
  // Marks are letters of `summarise`.
  marks.push((points.series.marks[teller] ?? 's') as PointMark);
  if (to === from + 1) ns[nth] = points.series.ns[teller] ?? 0;
  return to;
}

// Most commits have one run. Gives the place of the run that tells of many.
function sumUp({ series, marks, ns }: Filling, places: Int32Array): number {
  const mark = markOver(Array.from(places, (place) => series.marks[place]));
  const alike = [...places].filter((place) => series.marks[place] === mark);
  ns[marks.length] = middleOf(alike.flatMap((place) => series.ns[place] || [])) ?? 0;
  return alike.at(-1) ?? -1;
}

function stopAt({ series, stops, places }: Points, nth: number): number {
  return stops.ofRun[series.runs[places[nth] ?? -1] ?? -1] ?? -1;
}

// Runs of a series are in the order of runs, and that is most often the order of commits.
function placesInOrder(runs: Int32Array, { ofRun, areInOrder }: Stops): Int32Array {
  const places = runs.map(placeItself);
  if (areInOrder) return places;
  const stopOf = (place: number) => ofRun[runs[place] ?? -1] ?? -1;
  return places.toSorted((a, b) => stopOf(a) - stopOf(b) || a - b);
}

function placeItself(_: number, place: number): number {
  return place;
}

/** One of the points; undefined behind the last, and before the first. */
export function pointAt(points: Points, nth: number): CommitPoint | undefined {
  const { series, stops, clocks } = points;
  const mark = points.marks[nth];
  if (mark === undefined) return undefined;
  const teller = points.tellers[nth] ?? -1;
  return {
    at: points.at[nth] ?? -1,
    mark,
    ns: points.ns[nth] || null,
    hash: hashAt(series, teller),
    card: stops.cards[series.runs[teller] ?? -1] ?? null,
    clock: clocks?.get(teller) ?? 1,
  };
}

function hashAt({ kernels, names }: WholeSeries, place: number): string | null {
  return names[kernels[place] ?? -1] ?? null;
}

/** Places in the series of the runs behind a point. */
export function placesAt({ places, first }: Points, nth: number): Int32Array {
  return places.subarray(first[nth] ?? 0, first[nth + 1] ?? 0);
}

/** Whether anybody judges the commit of a point. */
export function isJudgedAt({ stops, at }: Points, nth: number): boolean {
  return stops.stops[at[nth] ?? -1]?.isJudged === true;
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

/** Whether a point has a time that counts, as its mark says, of a commit that is judged. */
export function isTimedAt(points: Points, nth: number): boolean {
  return points.marks[nth] === 't' && isJudgedAt(points, nth);
}

/** Of a kernel of ours the judged commits at which its time moved. */
export function movesOf(points: Points, least: number): readonly CommitMove[] {
  const moves: CommitMove[] = [];
  let before = -1;
  for (let nth = 0; nth < points.marks.length; nth++) {
    if (!isTimedAt(points, nth)) continue;
    const move = before < 0 ? null : moveAt(points, { nth, before, least });
    if (move) moves.push(move);
    before = nth;
  }
  return moves;
}

interface Step {
  readonly nth: number;
  readonly before: number;
  readonly least: number;
}

function moveAt(points: Points, { nth, before, least }: Step): CommitMove | null {
  const effect = (points.ns[nth] ?? 0) / (points.ns[before] ?? 0) - 1;
  const kind = moveOf(effect, least);
  if (kind === 'steady') return null;
  const [from, to] = [pointAt(points, before), pointAt(points, nth)];
  if (!from || !to || areOtherClocks(timed(from), timed(to))) return null;
  return { at: to.at, effect, kind, sameKernel: sameHash(from.hash, to.hash) };
}

function timed({ ns, clock }: CommitPoint) {
  return { ns: ns ?? 0, clock };
}

function sameHash(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : a === b;
}

/** The judged commits at which a series was gone, as the runs that had it last were followed by whole ones without it. */
export function goneAt(points: Points): readonly number[] {
  const gone = new Set<number>();
  let next = Number.POSITIVE_INFINITY;
  for (let nth = points.marks.length - 1; nth >= 0; nth--) {
    if (!isJudgedAt(points, nth)) continue;
    addGone(gone, points, { nth, next });
    next = points.at[nth] ?? -1;
  }
  return [...gone];
}

function addGone(
  gone: Set<number>,
  { series, stops: { toldBy }, places, first }: Points,
  { nth, next }: { readonly nth: number; readonly next: number },
): void {
  for (let place = first[nth] ?? 0; place < (first[nth + 1] ?? 0); place++) {
    const at = toldBy[series.runs[places[place] ?? -1] ?? -1] ?? Number.POSITIVE_INFINITY;
    if (at < next) gone.add(at);
  }
}
