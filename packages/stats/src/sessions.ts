// A session of measuring: what its rulers say of it, and what that makes of the timings in between.
import { isRulerReason, rulerReasons } from './rulers.ts';

/** What the rulers took at one moment of a session, in ns. */
export interface Ruler {
  readonly at: 'start' | 'middle' | 'end';
  readonly copyNs: number;
  readonly fmaNs: number;
  /** Interquartile range of the multiply-add ruler's times, relative to their median. */
  readonly spread?: number;
}

/** A session with what is known of it. */
export interface JudgedSession {
  readonly rulers: readonly Ruler[];
  readonly stable: boolean;
  readonly reasons: readonly string[];
}

/** A session in software, which is never called stable and has no rulers. */
export const softwareSession: JudgedSession = { rulers: [], stable: false, reasons: ['software-adapter'] };

const unknownEnd = 'drift:end-unknown';

/** A session that goes on, or has ended without a closing ruler: nobody knows whether the machine held still, which counts as a drift. */
export function openEnded(
  rulers: readonly Ruler[],
  why: readonly ('interrupted' | 'no-ruler')[] = [],
): JudgedSession {
  return { rulers, stable: false, reasons: [...why, unknownEnd] };
}

/** A session that is closed by a ruler, and judged by all that it has. */
export function closeSession(rulers: readonly Ruler[], end: Omit<Ruler, 'at'>): JudgedSession {
  const all = [...rulers, { at: 'end' as const, ...end }];
  const moved = rulerReasons(all.map(({ copyNs, fmaNs }) => ({ copy: copyNs, fma: fmaNs })));
  const reasons = [...moved, ...all.flatMap(contention)];
  return { rulers: all, stable: reasons.length === 0, reasons };
}

// Kernels of a millisecond scatter by 0.2 % on an H200 that nobody shares, and 19 in 20 of them by less than 1.5 %.
const largestSpread = 0.03;
const contended = 'contended';

// `contended:end 4.1 %`: what runs between our own passes is somebody else's.
function contention({ at, spread = 0 }: Ruler): readonly string[] {
  return spread > largestSpread ? [`${contended}:${at} ${(100 * spread).toFixed(1)} %`] : [];
}

/** Whether rulers have measured anything. */
export function isSound({ copyNs, fmaNs }: Omit<Ruler, 'at'>): boolean {
  return copyNs > 0 && fmaNs > 0;
}

/**
 * Cuts work in two where the rulers' middle belongs: between two families, since the second process of one would check its
 * edge cases again; between two cases where there is one family.
 */
export function halve<Entry extends { readonly family: string; readonly case: string }>(
  entries: readonly Entry[],
): readonly [readonly Entry[], readonly Entry[]] {
  const half = entries.length / 2;
  const borders = (of: (entry: Entry | undefined) => string | undefined) =>
    entries.map((_, at) => at).filter((at) => at > 0 && of(entries[at - 1]) !== of(entries[at]));
  const families = borders((entry) => entry?.family);
  const places = families.length > 0 ? families : borders((entry) => entry?.case);
  const cut = places.toSorted((a, b) => Math.abs(a - half) - Math.abs(b - half))[0] ?? Math.ceil(half);
  return [entries.slice(0, cut), entries.slice(cut)];
}

/** Whether the rulers moved or scattered so much that timings in between are not to be compared. */
export function isUnsteady({ reasons }: Pick<JudgedSession, 'reasons'>): boolean {
  return reasons.some(isRulerReason);
}

/** What a session can say against a timing. */
export type SessionDoubt = 'contended' | 'unstable-session';

/** A result, as far as its session has a say in it. */
export interface SessionResult<Doubt extends string> {
  readonly timing?: object;
  readonly comparable: boolean;
  readonly comparableReasons: readonly (Doubt | SessionDoubt)[];
}

/** A timing from a session whose rulers moved or scattered is not to be compared; other results stay as they are. */
export function markUnstable<Doubt extends string, Result extends SessionResult<Doubt>>(
  result: Result,
  session: Pick<JudgedSession, 'reasons'>,
): Result {
  if (!isUnsteady(session) || !result.timing) return result;
  const found = session.reasons
    .filter(isRulerReason)
    .map((reason): SessionDoubt => (reason.startsWith(`${contended}:`) ? contended : 'unstable-session'));
  const reasons = new Set([...result.comparableReasons, ...found]);
  return { ...result, comparable: false, comparableReasons: [...reasons] };
}
