// Which launches of an id are held against each other: those that may be compared, on cards that both sides know.
import type { Machine, OtherCards, Result, Run } from '@kernel-ladder/schema';
import type { Side } from '@kernel-ladder/stats';
import { onSharedCards, otherCards } from '../cards.ts';
import { areOtherClocks } from '../clocks.ts';
import { atClock, isTimed, mayCompare } from '../comparable.ts';
import type { TimedResult } from '../comparable.ts';
import type { Pair } from './peers.ts';

/** The machines of both sides, and their physical cards. */
export interface BothMachines {
  readonly base: Machine;
  readonly head: Machine;
  /** The id of the card that a result was measured on; null where its run does not know. */
  readonly cardOf: (result: Result) => string | null;
}

/** The launches of an id that a verdict is made of. */
export interface Launches {
  readonly base: Side;
  readonly head: Side;
  /** Why they may not be compared; empty where they may. */
  readonly doubts: readonly string[];
  /** The cards of both sides, where both know theirs and have none in common. */
  readonly cards?: OtherCards;
}

/** Which card each result of some sides was measured on. */
export function cardsIn(sides: readonly { readonly runs: readonly Run[] }[]): BothMachines['cardOf'] {
  const runs = sides.flatMap((side) => side.runs);
  const cards = new Map(
    runs.flatMap(({ machine, results }) => results.map((result) => [result, machine.card?.id] as const)),
  );
  return (result) => cards.get(result) ?? null;
}

/** The launches of a pair; null where a side has no time. `takeAll` takes those as well that may not be compared. */
export function chooseLaunches(
  pair: Pair,
  { base, head, cardOf }: BothMachines,
  takeAll: boolean,
): Launches | null {
  const [was, is] = [chooseTimed(pair.base, base, takeAll), chooseTimed(pair.head, head, takeAll)];
  if (!was || !is) return null;
  const onCards = ({ timed }: Timed) => timed.map((result) => ({ result, card: cardOf(result) }));
  const sides = { before: onCards(was), now: onCards(is) };
  const cards = otherCards(sides);
  // Like is held against like, where there is any.
  const { before, now } = cards ? sides : onSharedCards(sides);
  const [all, own] = [before, now].map((side) => side.map(({ result }) => result));
  const alike = atOneClock(all ?? [], own ?? []);
  const chosen = takeAll ? { before: all ?? [], now: own ?? [] } : alike;
  return {
    base: toSide(chosen.before),
    head: toSide(chosen.now),
    doubts: [...new Set([...was.doubts, ...is.doubts, ...alike.doubts])],
    ...(cards ? { cards } : {}),
  };
}

// Launches whose clock another of the other side's is like, where there is one: the others then do not count.
function atOneClock(before: readonly TimedResult[], now: readonly TimedResult[]) {
  const [was, is] = [before.filter(isLikeOneOf(now)), now.filter(isLikeOneOf(before))];
  if (was.length === 0) return { before, now, doubts: ['other-clock'] };
  return { before: was, now: is, doubts: [] };
}

function isLikeOneOf(others: readonly TimedResult[]) {
  return (one: TimedResult) => others.some((other) => !areOtherClocks(atClock(one), atClock(other)));
}

interface Timed {
  readonly timed: readonly TimedResult[];
  readonly doubts: readonly string[];
}

// Launches that may be compared, where there is one: the others then do not count.
function chooseTimed(results: readonly Result[], machine: Machine, takeAll: boolean): Timed | null {
  const timed = results.filter(isTimed);
  if (timed.length === 0) return null;
  const answers = timed.map((result) => ({ result, ...mayCompare([{ machine, result }]) }));
  const sound = answers.filter(({ may }) => may).map(({ result }) => result);
  if (sound.length > 0 && !takeAll) return { timed: sound, doubts: [] };
  return { timed, doubts: answers.flatMap(({ reasons }) => reasons) };
}

/** The launches of an id as one side of a comparison. */
export function toSide(results: readonly TimedResult[]): Side {
  const timings = results.map(({ timing }) => timing);
  // The half-width of a 95 % interval is 1.96 standard errors; the least sure launch speaks for all.
  const errors = timings.map(({ ciLowNs, ciHighNs, medianNs }) => (ciHighNs - ciLowNs) / (3.92 * medianNs));
  return { medians: timings.map(({ medianNs }) => medianNs), withinError: Math.max(0, ...errors) };
}
