// The state of a series: what its newest result is, then what the judge has said of it.
import type { GridState, JudgedChange, JudgedSeries, Machine } from '@kernel-ladder/schema';
import type { PlacedRow } from '../page.ts';
import type { CommitPoint } from './points.ts';

/** What the judge says of a series. */
export interface Verdict {
  /** Absent of a series that it does not judge. */
  readonly judged: JudgedSeries | undefined;
  readonly changes: readonly JudgedChange[];
  readonly isSuspect: boolean;
}

/** What a state follows from, beside the newest point and the verdict. */
export interface Standing {
  readonly isGone: boolean;
  readonly isOwn: boolean;
  /** Times of a software adapter are never compared: that makes none of them unstable. */
  readonly isSoftware: boolean;
}

/** Names it. */
export function stateOf(
  last: CommitPoint | undefined,
  { isGone, isOwn, isSoftware }: Standing,
  verdict: Verdict,
): GridState {
  if (isGone) return 'gone';
  if (last?.mark === 'f') return 'failing';
  if (last?.mark === 's') return 'skipped';
  if (last?.mark === 'd' && !isSoftware) return 'unstable';
  return isOwn ? judgedState(verdict) : 'unjudged';
}

function judgedState({ judged, changes, isSuspect }: Verdict): GridState {
  if (isSuspect) return 'suspect';
  const last = changes.toSorted((a, b) => a.after - b.after).at(-1);
  if (last) return last.direction;
  return judged && judged.points >= judged.fewestPoints ? 'same' : 'unjudged';
}

/** Why the newest result failed, was skipped, or may not be compared; null where it may. */
export function reasonOf(
  last: Pick<PlacedRow, 'status' | 'reason' | 'comparableReasons'> | undefined,
  { software }: Pick<Machine, 'software'>,
): string | null {
  if (!last) return null;
  const { status, reason, comparableReasons = [] } = last;
  if (status !== 'passed') return reason ? `${reason.code}: ${reason.message}` : 'no reason recorded';
  const doubts = software ? [] : comparableReasons.filter((doubt) => doubt !== 'host-clock');
  return doubts.length > 0 ? doubts.map((doubt) => doubt.replaceAll('-', ' ')).join(', ') : null;
}
