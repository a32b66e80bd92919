// May times stand beside each other? Whoever judges, shows or records a comparison asks here.
import { areOtherClocks, clockOf } from './clocks.ts';
import type { AtClock } from './clocks.ts';
import type { ComparableReason, Machine, Result, Timing } from '@kernel-ladder/schema';

/** Why not: what the machines are, or what a result says of its own time. */
export type Doubt =
  | ComparableReason
  | 'other-machine'
  /** The same launch left the clock lower on one side, which may be all that its time tells of. */
  | 'other-clock'
  | 'not-passed'
  | 'no-timing'
  /** The result says so and gives no reason. */
  | 'not-comparable';

/** A machine, or one of its results. */
export interface Comparand {
  readonly machine: Pick<Machine, 'key' | 'software'>;
  readonly result?: Result;
}

/** The answer with its reasons; there is none where the times may be compared. */
export interface Comparability {
  readonly may: boolean;
  readonly reasons: readonly Doubt[];
}

/**
 * What a user wants judged all the same: nothing; the times of software adapters, whatever they say of themselves; or every time
 * that there is.
 */
export type Waiver = 'nothing' | 'software' | 'everything';

/** A passed result with a time. */
export type TimedResult = Result & { readonly timing: Timing };

/** Whether these machines' times, or these results', may stand beside each other. What is not there is never waived. */
export function mayCompare(sides: readonly Comparand[], waived: Waiver = 'nothing'): Comparability {
  const isAllSoftware = sides.every(({ machine }) => machine.software);
  const isWaived = waived === 'everything' || (waived === 'software' && isAllSoftware);
  const doubts = new Set([...machineDoubts(sides), ...sides.flatMap(resultDoubts), ...clockDoubts(sides)]);
  const reasons = [...doubts].filter((doubt) => !isWaived || doubt === 'not-passed' || doubt === 'no-timing');
  return { may: reasons.length === 0, reasons };
}

/** Whether there is a time at all. */
export function isTimed(result: Result): result is TimedResult {
  return result.status === 'passed' && (result.timing?.medianNs ?? 0) > 0;
}

function machineDoubts(sides: readonly Comparand[]): readonly Doubt[] {
  const keys = new Set(sides.map(({ machine }) => machine.key));
  return [
    ...(keys.size > 1 ? (['other-machine'] as const) : []),
    ...(sides.some(({ machine }) => machine.software) ? (['software-adapter'] as const) : []),
  ];
}

function clockDoubts(sides: readonly Comparand[]): readonly Doubt[] {
  const times = sides.flatMap(({ result }) => (result && isTimed(result) ? [atClock(result)] : []));
  const isOther = times.some((one, at) => times.slice(at + 1).some((other) => areOtherClocks(one, other)));
  return isOther ? ['other-clock'] : [];
}

/** A result's time with the clock behind it. */
export function atClock({ timing }: TimedResult): AtClock {
  return { ns: timing.medianNs, clock: clockOf(timing) };
}

function resultDoubts({ result }: Comparand): readonly Doubt[] {
  if (!result) return [];
  if (result.status !== 'passed') return ['not-passed'];
  if (!isTimed(result)) return ['no-timing'];
  if (result.comparable) return [];
  return result.comparableReasons.length > 0 ? result.comparableReasons : ['not-comparable'];
}
