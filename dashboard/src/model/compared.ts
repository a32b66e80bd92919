// A comparison as a table: verdicts by effect over the least effect that would be called, and the ids that have none.
import type { ComparedId, RunComparison } from '@kernel-ladder/publish/compare';

/** What can be said of an id on two sides. */
export const comparedStates = [
  'REGRESSED',
  'IMPROVED',
  'SAME',
  'UNDECIDED',
  'newly failing',
  'still failing',
  'repaired',
  'new',
  'gone',
  'peer',
] as const;

/** One of them. */
export type ComparedState = (typeof comparedStates)[number];

/** An id on two sides. */
export interface ComparedRow {
  readonly id: string;
  readonly state: ComparedState;
  /** head/base − 1 of the median time; null where a side has none. */
  readonly effect: number | null;
  /** Its 95 % interval. */
  readonly interval: readonly [low: number, high: number] | null;
  /** |effect| over the least effect that would be called: from 1 on it is. */
  readonly strength: number | null;
  readonly baseNs: number | null;
  readonly headNs: number | null;
  readonly sameKernel: boolean | null;
  /** Why the verdict is what it is, or why the id fails. */
  readonly reasons: readonly string[];
}

/** Every id of a comparison once: the largest effect over its least one first, then what has no effect. */
export function comparedRows(comparison: RunComparison): readonly ComparedRow[] {
  const judged = comparison.compared.map(judgedRow);
  return [
    ...judged.toSorted((a, b) => (b.strength ?? 0) - (a.strength ?? 0)),
    ...failing('newly failing', comparison.newlyFailing),
    ...failing('still failing', comparison.stillFailing),
    ...plain('repaired', comparison.fixed),
    ...plain('new', comparison.added),
    ...plain('gone', comparison.gone),
    ...comparison.peers.map(peerRow),
  ];
}

function plain(state: ComparedState, ids: readonly string[]): readonly ComparedRow[] {
  return ids.map((id) => ({ ...nothing, id, state }));
}

function failing(state: ComparedState, ids: RunComparison['newlyFailing']): readonly ComparedRow[] {
  return ids.map(({ id, reason }) => ({
    ...nothing,
    id,
    state,
    reasons: [`${reason.code}: ${reason.message}`],
  }));
}

const nothing = {
  effect: null,
  interval: null,
  strength: null,
  baseNs: null,
  headNs: null,
  sameKernel: null,
  reasons: [],
} as const;

function judgedRow(row: ComparedId): ComparedRow {
  const { id, verdict, effect, ciLow, ciHigh, leastEffect, baseNs, headNs, sameKernelHash } = row;
  const cards = row.cards ? ['another card'] : [];
  const choice = row.otherChoice ? [`tuned: ${row.otherChoice}`] : [];
  return {
    id,
    state: verdict,
    effect,
    interval: [ciLow, ciHigh],
    strength: Math.abs(effect) / leastEffect,
    baseNs,
    headNs,
    sameKernel: sameKernelHash,
    reasons: [...cards, ...choice, ...row.reasons],
  };
}

// Somebody else's code: its times stand there, and nobody judges them.
function peerRow({ id, baseNs, headNs, changed, reason }: RunComparison['peers'][number]): ComparedRow {
  const effect = baseNs === null || headNs === null ? null : headNs / baseNs - 1;
  const why = reason === null ? [] : [`${reason.code}: ${reason.message}`];
  return { ...nothing, id, state: 'peer', effect, baseNs, headNs, reasons: [...changed, ...why] };
}

/** How many ids are in each state; those that have none are left out. */
export function countStates(rows: readonly ComparedRow[]): ReadonlyMap<ComparedState, number> {
  const counts = comparedStates.map(
    (state) => [state, rows.filter((row) => row.state === state).length] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

/** The same times without a verdict: what two machines differ by is nobody's regression. */
export function withoutVerdicts(comparison: RunComparison, reason: string): RunComparison {
  const compared = comparison.compared.map((row): ComparedId => ({
    ...row,
    verdict: 'UNDECIDED',
    reasons: [reason],
  }));
  return { ...comparison, compared };
}
