// What every commit of a machine did to one series: all runs of a commit are one look, held against the last look with a time.
import { effectStates, moveOf } from '@kernel-ladder/schema';
import type { EffectState } from '@kernel-ladder/schema';
import { areOtherClocks } from '../clocks.ts';
import type { AtClock } from '../clocks.ts';
import { goneAt, pointsOf } from '../grid/points.ts';
import type { CommitPoint, WholeSeries } from '../grid/points.ts';
import type { Stops } from '../grid/commits.ts';

/** Two commits by their places. */
export type Pair = readonly [commit: number, other: number];

/** A series over the commits of its machine: lists have a value a commit. */
export interface Lane {
  readonly id: string;
  readonly isPeer: boolean;
  /** Places among all states; -1 where nobody knew the series yet. */
  readonly states: Int8Array;
  /** Median times that may be compared, in ns; 0 where there is none. */
  readonly ns: Float64Array;
  /** Whether the kernel is that of the time before: codes of `=`, `!` for another, `?` where nobody knows; 0 where nothing is compared. */
  readonly kernels: Uint8Array;
  /** Why it failed, was skipped, or is not judged. */
  readonly whys: ReadonlyMap<number, string>;
  /** Commits that made it slower, each with the first later one at which it was back. */
  readonly repairs: readonly Pair[];
}

/** The same as far as it can be told without a verdict: where times are compared the state is `steady` yet. */
export type Looks = Omit<Lane, 'repairs'>;

/** The clean commits of a machine among its stops. */
export interface Places {
  readonly stops: Stops;
  /** Of each stop its place among the commits; -1 of a run that nobody judges. */
  readonly ofStop: readonly number[];
  readonly commits: number;
}

/** Finds them. */
export function placesIn(stops: Stops): Places {
  let commits = 0;
  const ofStop = stops.stops.map(({ isJudged }) => (isJudged ? commits++ : -1));
  return { stops, ofStop, commits };
}

const stateOf = Object.fromEntries(effectStates.map((state, place) => [state, place])) as Readonly<
  Record<EffectState, number>
>;

interface Writing {
  readonly looks: Looks & { readonly whys: Map<number, string> };
  before: TimeBefore | null;
}

interface TimeBefore extends AtClock {
  readonly hash: string | null;
}

/** Follows a series; null where no clean commit has it. */
export function looksOf(series: WholeSeries, { stops, ofStop, commits }: Places): Looks | null {
  const points = pointsOf(series, stops).filter(({ at }) => (ofStop[at] ?? -1) >= 0);
  const [first] = points;
  if (!first) return null;
  const writing: Writing = { looks: noLooks(series, commits), before: null };
  const { states } = writing.looks;
  states.fill(stateOf.unmeasured, ofStop[first.at]);
  // Nobody is told that a peer stays away.
  if (!series.isPeer) for (const at of goneAt(points, stops)) states[ofStop[at] ?? -1] = stateOf.gone;
  const reasons = reasonsOf(series);
  for (const point of points) {
    const at = ofStop[point.at] ?? -1;
    look(writing, { point, at, isFirst: point === first, reasons });
  }
  return writing.looks;
}

function noLooks({ id, isPeer }: WholeSeries, commits: number): Writing['looks'] {
  return {
    id,
    isPeer,
    states: new Int8Array(commits).fill(-1),
    ns: new Float64Array(commits),
    kernels: new Uint8Array(commits),
    whys: new Map(),
  };
}

// The first reason of those runs that make the point what it is.
function reasonsOf({ runs, marks, reasons }: WholeSeries): (point: CommitPoint) => string | null {
  const told = new Map(reasons.map(([place, reason]) => [`${runs[place]} ${marks[place]}`, reason]));
  return ({ runs: own, mark }) =>
    own.map((run) => told.get(`${run} ${mark}`)).find((reason) => reason !== undefined) ?? null;
}

interface Look {
  readonly point: CommitPoint;
  readonly at: number;
  readonly isFirst: boolean;
  /** Most looks have no need of one. */
  readonly reasons: (point: CommitPoint) => string | null;
}

function look(writing: Writing, { point, at, isFirst, reasons }: Look): void {
  const { looks, before } = writing;
  const ns = point.mark === 't' ? point.ns : null;
  const told = tell(point, { isFirst, isPeer: looks.isPeer, ns, before });
  const why = told.why ?? (ns === null ? reasons(point) : null);
  if (why !== null) looks.whys.set(at, why);
  looks.states[at] = stateOf[told.state];
  if (ns === null) return;
  looks.ns[at] = ns;
  if (told.state === 'steady' && before)
    looks.kernels[at] = besideKernel(point.hash, before.hash).charCodeAt(0);
  writing.before = { ns, hash: point.hash, clock: point.clock };
}

function besideKernel(hash: string | null, before: string | null): string {
  return hash === null || before === null ? '?' : hash === before ? '=' : '!';
}

interface Told {
  readonly state: EffectState;
  readonly why: string | null;
}

interface Known {
  readonly isFirst: boolean;
  readonly isPeer: boolean;
  readonly ns: number | null;
  readonly before: TimeBefore | null;
}

// `steady` of what is compared yet.
function tell({ mark, clock }: CommitPoint, { isFirst, isPeer, ns, before }: Known): Told {
  if (mark === 'f') return { state: 'failing', why: null };
  if (mark === 's') return { state: 'skipped', why: null };
  if (isFirst) return { state: 'new', why: null };
  if (isPeer) return { state: 'unjudged', why: 'not ours: nobody judges a peer' };
  if (ns === null) return { state: 'unjudged', why: null };
  if (!before) return { state: 'unjudged', why: 'no earlier time that may be compared' };
  if (areOtherClocks(before, { ns, clock }))
    return { state: 'unjudged', why: clockText(before.clock, clock) };
  return { state: 'steady', why: null };
}

// `the launch left the clock at 62 % of full speed, and at 80 % before`.
function clockText(before: number, clock: number): string {
  const [was, is] = [before, clock].map((share) => `${Math.round(100 * share)} %`);
  return `the launch left the clock at ${is} of full speed, and at ${was} before`;
}

/** The same with what has moved; `least` is the effect from which on it has. */
export function laneOf(looks: Looks, least: number): Lane {
  const moving: Moving = { states: looks.states.slice(), least, repairs: [], up: [] };
  let before = 0;
  // Hot: a long history has millions of looks.
  for (let at = 0; at < looks.ns.length; at++) {
    const ns = looks.ns[at] ?? 0;
    if (ns === 0) continue;
    if (moving.states[at] === stateOf.steady) compare(moving, { at, ns, before });
    goBack(moving, at, ns);
    before = ns;
  }
  return { ...looks, states: moving.states, repairs: moving.repairs };
}

interface Moving {
  readonly states: Int8Array;
  readonly least: number;
  readonly repairs: Pair[];
  /** Steps up that no look has been back from: where, and the time before. */
  up: readonly { readonly at: number; readonly base: number }[];
}

interface Comparing {
  readonly at: number;
  readonly ns: number;
  readonly before: number;
}

function compare(moving: Moving, { at, ns, before }: Comparing): void {
  const kind = moveOf(ns / before - 1, moving.least);
  moving.states[at] = stateOf[kind];
  if (kind === 'slower') moving.up = [...moving.up, { at, base: before }];
}

function goBack(moving: Moving, at: number, ns: number): void {
  const isBack = ({ base, at: step }: Moving['up'][number]) => step !== at && ns / base - 1 < moving.least;
  if (!moving.up.some(isBack)) return;
  for (const step of moving.up) if (isBack(step)) moving.repairs.push([step.at, at]);
  moving.up = moving.up.filter((step) => !isBack(step));
}
