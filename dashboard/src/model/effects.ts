// What one commit did to every series of a machine: each is in exactly one state, so that the counts add up.
import { leastEffect, moveOf } from '@kernel-ladder/schema';
import type { SiteJudgement } from '@kernel-ladder/schema';
import type { MachineHistory, Seen, SeriesHistory } from './machine-history.ts';

/** The states, in the order in which they are told. */
export const effectStates = [
  'slower',
  'faster',
  'failing',
  'new',
  'gone',
  'steady',
  'unjudged',
  'skipped',
  'unmeasured',
] as const;

/** One of them. */
export type EffectState = (typeof effectStates)[number];

/** What a commit did to one series. */
export interface Effect {
  readonly series: SeriesHistory;
  readonly state: EffectState;
  /** new/old − 1 of the median time; null where there are no two times. */
  readonly effect: number | null;
  readonly beforeNs: number | null;
  readonly afterNs: number | null;
  /** The commit that the time before is of, by its place. */
  readonly before: number | null;
  /** Whether the text or the launch of the kernel is another one; null where a hash is missing. */
  readonly sameKernel: boolean | null;
  /** Why it failed, was skipped, or is not judged. */
  readonly reason: string | null;
  /** The first later commit at which a slower series was back at its old time. */
  readonly repairedBy: number | null;
  /** Earlier commits that had made the series slower, and which it is back from. */
  readonly undoes: readonly number[];
}

/** A commit in numbers; `series` is the sum of the counts. */
export interface CommitCounts {
  readonly series: number;
  readonly counts: Readonly<Record<EffectState, number>>;
}

/** From which |new/old − 1| on a series counts as moved. */
export type LeastEffect = (id: string) => number;

/** By what A/A launches know of a series' noise: three standard deviations of a difference; else by the least move that is listed. */
export function leastEffects(judgement: SiteJudgement | null): LeastEffect {
  const noises = new Map(judgement?.series.map((one) => [one.id, one]));
  return (id) => leastEffect(noises.get(id));
}

/** Every series that the machine knew at a commit, by what the commit did to it. */
export function effectsAt(history: MachineHistory, place: number, least: LeastEffect): readonly Effect[] {
  const before = wholeRunsBefore(history, place);
  return history.series.flatMap((series) => {
    const at = series.seen.findIndex(({ commit }) => commit === place);
    const seen = series.seen[at];
    if (seen) return [effectOf(series, seen, { at, least: least(series.id) })];
    const last = series.seen.findLast(({ commit }) => commit < place);
    return last ? [absent(series, last, before)] : [];
  });
}

/** Adds the states up. */
export function countEffects(effects: readonly Effect[]): CommitCounts {
  const count = (state: EffectState) => effects.filter((one) => one.state === state).length;
  // One entry for each state.
  const counts = Object.fromEntries(effectStates.map((state) => [state, count(state)])) as Record<
    EffectState,
    number
  >;
  return { series: effects.length, counts };
}

// Only a run that was asked for all of its suite, and was through, says by its silence that a series is gone; a peer may stay away.
function absent(series: SeriesHistory, last: Seen, before: readonly string[]): Effect {
  const isGone = !series.isPeer && before.some((runId) => last.runIds.has(runId));
  return { ...nothing, series, state: isGone ? 'gone' : 'unmeasured', before: last.commit };
}

/** Of each suite that the commit measured as a whole, the last whole run of it before. */
function wholeRunsBefore({ commits }: MachineHistory, place: number): readonly string[] {
  const whole = (at: number) =>
    commits[at]?.runs.filter(({ interrupted, selected }) => interrupted !== true && selected !== true) ?? [];
  const suites = new Set(whole(place).map(({ suite }) => suite));
  return [...suites].flatMap((suite) => {
    for (let at = place - 1; at >= 0; at--) {
      const last = whole(at).findLast((run) => run.suite === suite);
      if (last) return [last.runId];
    }
    return [];
  });
}

const nothing = {
  effect: null,
  beforeNs: null,
  afterNs: null,
  before: null,
  sameKernel: null,
  reason: null,
  repairedBy: null,
  undoes: [],
} as const;

interface Judging {
  readonly at: number;
  readonly least: number;
}

function effectOf(series: SeriesHistory, seen: Seen, { at, least }: Judging): Effect {
  const told = { ...nothing, series, afterNs: seen.ns, reason: seen.reason };
  if (seen.status !== 'passed') return { ...told, state: seen.status === 'failed' ? 'failing' : 'skipped' };
  if (at === 0) return { ...told, state: 'new' };
  if (series.isPeer) return { ...told, state: 'unjudged', reason: 'not ours: nobody judges a peer' };
  if (seen.ns === null) return { ...told, state: 'unjudged' };
  const timed = series.seen.filter((one): one is Timed => one.ns !== null);
  const place = timed.findIndex(({ commit }) => commit === seen.commit);
  const before = timed[place - 1];
  if (!before) return { ...told, state: 'unjudged', reason: 'no earlier time that may be compared' };
  const effect = seen.ns / before.ns - 1;
  const state = moveOf(effect, least);
  return {
    ...told,
    state,
    effect,
    beforeNs: before.ns,
    before: before.commit,
    sameKernel: sameHash(before.kernelHash, seen.kernelHash),
    repairedBy: state === 'slower' ? backAt(timed, place, { base: before.ns, least }) : null,
    undoes: undone(timed, place, least),
  };
}

type Timed = Seen & { readonly ns: number };

function sameHash(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : a === b;
}

interface Level {
  readonly base: number;
  readonly least: number;
}

const isAbove = (ns: number, { base, least }: Level): boolean => ns / base - 1 >= least;

function backAt(timed: readonly Timed[], place: number, level: Level): number | null {
  return timed.slice(place + 1).find(({ ns }) => !isAbove(ns, level))?.commit ?? null;
}

// The same rule from the other end: each earlier step up that this commit is the first to be back from.
function undone(timed: readonly Timed[], place: number, least: number): readonly number[] {
  return timed.slice(0, place).flatMap(({ commit, ns }, step) => {
    const base = timed[step - 1]?.ns;
    if (base === undefined || !isAbove(ns, { base, least })) return [];
    return backAt(timed, step, { base, least }) === timed[place]?.commit ? [commit] : [];
  });
}
