// What was measured in turns is confirmed, all else is suspicion: which of it makes a check fail.
import type { Confirmed } from '@kernel-ladder/schema';
import { verdictCounts } from './words.ts';

/** What makes a check fail: what is confirmed, also what is only suspected, or nothing. */
export const failOnWords = ['confirmed', 'suspect', 'never'] as const;

/** One of them. */
export type FailOn = (typeof failOnWords)[number];

/** How a check ends; neutral where nothing fails it, and something is open: only what was judged whole is a success. */
export interface Conclusion {
  readonly conclusion: 'success' | 'failure' | 'neutral';
  /** As in `1 REGRESSED, 12 SAME, 1 newly failing`. */
  readonly title: string;
}

/** What the numbers come to. A kernel that newly fails is confirmed by failing again beside a base that passes. */
export function conclusionOf(confirmed: Confirmed, failOn: FailOn): Conclusion {
  const { compared, newlyFailing, suspects, failedOnce } = confirmed;
  const isSlower = compared.some(({ verdict }) => verdict === 'REGRESSED') || newlyFailing.length > 0;
  const isSuspect = suspects.length > 0 || failedOnce.length > 0;
  const fails = { confirmed: isSlower, suspect: isSlower || isSuspect, never: false }[failOn];
  const isClear = !isSlower && !isSuspect && isWhole(confirmed);
  return {
    conclusion: fails ? 'failure' : isClear ? 'success' : 'neutral',
    title: titleOf(confirmed),
  };
}

// An id that is renamed, left out or made restless has not been found to be as fast as before.
function isWhole({ compared, gone, unmeasured }: Confirmed): boolean {
  const isUnsettled = compared.some(({ verdict, inTurns }) => inTurns && verdict === 'UNDECIDED');
  const isDecided = compared.some(({ verdict }) => verdict !== 'UNDECIDED');
  return isDecided && !isUnsettled && gone.length === 0 && unmeasured.length === 0;
}

function titleOf({ compared, newlyFailing, suspects, failedOnce, gone, unmeasured }: Confirmed): string {
  const counts = [
    [newlyFailing.length, 'newly failing'],
    [suspects.length, 'SUSPECT'],
    [failedOnce.length, 'failed once'],
    [gone.length, 'gone'],
    [unmeasured.length, 'not measured in turns'],
  ] as const;
  const others = counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return [verdictCounts(compared), ...others].join(', ');
}
