// Two sides of one machine → a verdict per id, one ratio for all, and the ids that only one side can speak for.
import { compareRuns, median, meanRatio } from '@kernel-ladder/stats';
import type { Decision, MeanRatio, Verdict } from '@kernel-ladder/stats';
import { otherChoice } from '@kernel-ladder/schema';
import type { Machine, OtherCards, Reason, Result, Run } from '@kernel-ladder/schema';
import { mayBeCards } from '../cards.ts';
import type { NoiseOf } from '../noise.ts';
import { cardsIn, chooseLaunches } from './launches.ts';
import type { BothMachines, Launches } from './launches.ts';
import { comparePeers, isOwnPair } from './peers.ts';
import type { ComparedPeer, Pair } from './peers.ts';

/** One side of a comparison; several runs are several launches of one commit. */
export interface ComparedSide {
  readonly machine: Machine;
  readonly runs: readonly Run[];
}

/** One id that both sides timed. Effects are head/base − 1 of the median time. */
export interface ComparedId {
  readonly id: string;
  readonly verdict: Verdict;
  readonly effect: number;
  /** 95 % interval of the effect. */
  readonly ciLow: number;
  readonly ciHigh: number;
  /** The least size of an effect that would be called: |effect| over it is 1 or more where the verdict is of a change. */
  readonly leastEffect: number;
  readonly reasons: readonly string[];
  readonly baseNs: number;
  readonly headNs: number;
  /** Same WGSL, constants and launch; null where a side does not say. */
  readonly sameKernelHash: boolean | null;
  /** Parameters of base and head, where a tuning table gave one of them others. */
  readonly otherChoice?: string;
  /** The cards of both sides, where both know theirs and have none in common. */
  readonly cards?: OtherCards;
}

/** An id that fails, and why. */
export interface FailingId {
  readonly id: string;
  readonly reason: Reason;
}

/** Everything that two sides say about each other. */
export interface RunComparison {
  /** Slowest first. */
  readonly compared: readonly ComparedId[];
  /** Of the compared ids whose timings may be compared; null where there is none. */
  readonly geomean: MeanRatio | null;
  /** Passed in the head, not there (or skipped) in the base. */
  readonly added: readonly string[];
  /** There in the base, not there (or skipped) in the head. */
  readonly gone: readonly string[];
  /** Failed in the head, and did not fail in the base. */
  readonly newlyFailing: readonly FailingId[];
  readonly stillFailing: readonly FailingId[];
  /** Failed in the base, passed in the head. */
  readonly fixed: readonly string[];
  /** Rows that are no kernels of ours: none of them is in any of the other lists. */
  readonly peers: readonly ComparedPeer[];
}

/** How to compare. */
export interface CompareOptions {
  readonly noiseOf: NoiseOf;
  /** Judges timings that say of themselves that they are not comparable; else verdicts on them are withheld. */
  readonly allowIncomparable: boolean;
  readonly isWanted: (id: string) => boolean;
}

/** Compares two sides; which machines and adapters may be compared is the caller's to say. */
export function compareSides(base: ComparedSide, head: ComparedSide, options: CompareOptions): RunComparison {
  const [before, after] = [resultsOf(base), resultsOf(head)];
  const ids = [...new Set([...before.keys(), ...after.keys()])].filter(options.isWanted);
  const all = ids.map((id) => ({ id, base: before.get(id) ?? [], head: after.get(id) ?? [] }));
  const pairs = all.filter(isOwnPair);
  const sides = { base: base.machine, head: head.machine, cardOf: cardsIn([base, head]) };
  const judged = pairs.flatMap((pair) => judge(pair, sides, options) ?? []);
  const sound = judged.filter(({ isWithheld }) => !isWithheld).map(({ row }) => row);
  const changed = (was: Standing, is: Standing) =>
    pairs.filter((pair) => standing(pair.base) === was && standing(pair.head) === is);
  return {
    compared: judged.map(({ row }) => row).toSorted((a, b) => b.effect - a.effect),
    geomean:
      sound.length > 0 ? meanRatio(sound.map((row) => ({ base: row.baseNs, head: row.headNs }))) : null,
    added: changed('absent', 'passed').map(idOf),
    gone: [...changed('passed', 'absent'), ...changed('failed', 'absent')].map(idOf),
    newlyFailing: failures([...changed('passed', 'failed'), ...changed('absent', 'failed')]),
    stillFailing: failures(changed('failed', 'failed')),
    fixed: changed('failed', 'passed').map(idOf),
    peers: comparePeers(all),
  };
}

/** The same for JSON, which has no infinity: a mean of one id has no interval. */
export function withFiniteMean<Comparison extends Pick<RunComparison, 'geomean'>>(comparison: Comparison) {
  const { geomean } = comparison;
  if (geomean === null || geomean.count > 1) return comparison;
  return { ...comparison, geomean: { ...geomean, ciLow: null, ciHigh: null } };
}

const idOf = ({ id }: Pair): string => id;

type Standing = 'passed' | 'failed' | 'absent';

// One launch that fails is a failure, however many others pass.
function standing(results: readonly Result[]): Standing {
  if (results.some(({ status }) => status === 'failed')) return 'failed';
  return results.some(({ status }) => status === 'passed') ? 'passed' : 'absent';
}

function resultsOf({ runs }: ComparedSide): ReadonlyMap<string, readonly Result[]> {
  return Map.groupBy(
    runs.flatMap(({ results }) => results),
    ({ id }) => id,
  );
}

function failures(pairs: readonly Pair[]): readonly FailingId[] {
  return pairs.flatMap(({ id, head }) => {
    const reason = head.findLast(({ status }) => status === 'failed')?.reason;
    return reason ? [{ id, reason }] : [];
  });
}

interface Judged {
  readonly row: ComparedId;
  readonly isWithheld: boolean;
}

function judge(
  pair: Pair,
  sides: BothMachines,
  { noiseOf, allowIncomparable }: CompareOptions,
): Judged | null {
  if (standing(pair.base) !== 'passed' || standing(pair.head) !== 'passed') return null;
  const launches = chooseLaunches(pair, sides, allowIncomparable);
  if (!launches) return null;
  const { base, head, doubts } = launches;
  const decision = compareRuns({ base, head, direction: 'lower', ...noiseOf(pair.id) });
  const cards = cardsBehind(decision, launches);
  const isWithheld = doubts.length > 0 && !allowIncomparable;
  const isCards = cards !== undefined && decision.verdict !== 'SAME' && !allowIncomparable;
  const { reasons, ...said } = isWithheld || isCards ? withhold(decision) : decision;
  const row = {
    id: pair.id,
    ...said,
    reasons: [...reasons, ...doubts],
    baseNs: median(base.medians),
    headNs: median(head.medians),
    sameKernelHash: isSameKernel(pair),
    ...choicesOf(pair),
    ...(cards ? { cards } : {}),
  };
  return { row, isWithheld };
}

// A change may be the card's; what is the same on two cards is the same.
function cardsBehind({ effect }: Decision, { cards }: Launches): OtherCards | undefined {
  return mayBeCards(effect) ? cards : undefined;
}

function withhold(decision: Decision): Decision {
  return { ...decision, verdict: 'UNDECIDED', reasons: [] };
}

// Of several launches the last tells: one table is there for all of a side.
function choicesOf({ base, head }: Pair): Pick<ComparedId, 'otherChoice'> {
  const other = otherChoice(base.findLast(isPassed), head.findLast(isPassed));
  return other === null ? {} : { otherChoice: other };
}

function isPassed({ status }: Result): boolean {
  return status === 'passed';
}

function isSameKernel({ base, head }: Pair): boolean | null {
  const hashes = [...base, ...head].map(({ kernelHash }) => kernelHash);
  if (hashes.includes(undefined)) return null;
  return new Set(hashes).size === 1;
}
