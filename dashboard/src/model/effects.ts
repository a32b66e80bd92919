// What one commit did to every series of a machine, as it was published: each is in exactly one state, so that the counts add up.
import { effectStates, parseId } from '@kernel-ladder/schema';
import type { Effects, EffectsRow, EffectState } from '@kernel-ladder/schema';

/** A series by its id. */
export interface EffectSeries {
  readonly id: string;
  readonly family: string;
  readonly variant: string;
  readonly case: string;
  /** Somebody else's: nobody judges it. */
  readonly isPeer: boolean;
}

/** What a commit did to one series. */
export interface Effect {
  readonly series: EffectSeries;
  readonly state: EffectState;
  /** new/old − 1 of the median time; null where there are no two times. */
  readonly effect: number | null;
  readonly beforeNs: number | null;
  readonly afterNs: number | null;
  /** The commit that the time before is of, by its place; where there is none here, the last commit that has the series. */
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

/** What the commit at this place did to each series that its machine knew. */
export function effectsAt(effects: Effects, place: number): readonly Effect[] {
  const at = place - effects.first;
  return effects.rows.flatMap((row) => {
    const state = stateAt(row, at);
    return state ? [effectOf(row, { effects, at, state })] : [];
  });
}

function stateAt({ states }: EffectsRow, at: number): EffectState | undefined {
  const letter = states[at];
  return letter === undefined || letter === '-' ? undefined : effectStates[Number(letter)];
}

interface Reading {
  readonly effects: Effects;
  readonly at: number;
  readonly state: EffectState;
}

function effectOf(row: EffectsRow, reading: Reading): Effect {
  const { effects, at, state } = reading;
  const series = { ...parseId(row.id), id: row.id, isPeer: row.peer === true };
  const reason = effects.reasons[row.whys?.[at] ?? -1] ?? null;
  const told = { ...nothing, series, state, reason };
  if (isAbsent(state)) return { ...told, before: lastSeen(row, effects.first, at) };
  const afterNs = row.ns?.[at] || null;
  return {
    ...told,
    afterNs,
    ...(afterNs !== null && isCompared(state) ? compared(row, reading, afterNs) : {}),
  };
}

function compared(
  row: EffectsRow,
  { effects: { first }, at }: Reading,
  afterNs: number,
): Pick<Effect, 'effect' | 'beforeNs' | 'before' | 'sameKernel' | 'repairedBy' | 'undoes'> {
  const before = lastTimed(row, first, at);
  const place = first + at;
  const backAt = row.repairs?.find(([slower]) => slower === place)?.[1];
  return {
    beforeNs: before.ns,
    before: before.commit,
    effect: before.ns === null ? null : afterNs / before.ns - 1,
    sameKernel: sameKernels[row.kernels?.[at] ?? ''] ?? null,
    repairedBy: backAt ?? null,
    undoes: (row.undoes ?? []).flatMap(([back, slower]) => (back === place ? [slower] : [])),
  };
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

const sameKernels: Readonly<Record<string, boolean>> = { '=': true, '!': false };

function isAbsent(state: EffectState): boolean {
  return state === 'gone' || state === 'unmeasured';
}

function isCompared(state: EffectState): boolean {
  return state === 'slower' || state === 'faster' || state === 'steady';
}

function lastSeen(row: EffectsRow, first: number, at: number): number | null {
  for (let place = at - 1; place >= 0; place--) {
    const state = stateAt(row, place);
    if (state && !isAbsent(state)) return first + place;
  }
  return row.seen ?? null;
}

function lastTimed(
  { ns, timed, timedNs }: EffectsRow,
  first: number,
  at: number,
): { readonly commit: number | null; readonly ns: number | null } {
  const place = ns?.findLastIndex((time, before) => before < at && time > 0) ?? -1;
  if (place >= 0) return { commit: first + place, ns: ns?.[place] ?? null };
  return { commit: timed ?? null, ns: timedNs ?? null };
}
