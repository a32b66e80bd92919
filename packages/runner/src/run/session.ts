// Did the machine hold still? Rulers at the start, in the middle and at the end of a session say so.
import type { Job, Machine, Result, Ruler, Session } from '@kernel-ladder/schema';
import { isRulerReason, rulerReasons } from '@kernel-ladder/stats';
import { CommandFailure } from '../failure.ts';
import { ask } from '../process/families.ts';
import type { FamilyPackage } from '../process/families.ts';
import type { RulerTimes } from '../process/measure.ts';
import type { Io } from '../io.ts';

/** Where the session began, and who can measure a ruler. */
export interface SessionStart {
  readonly machine: Machine;
  readonly families: readonly FamilyPackage[];
  readonly job: Job;
  readonly firstRuler: RulerTimes | null;
}

/**
 * A session while it goes on, as it stays where its process is killed: nobody knows whether the machine held still to the end,
 * which counts as a drift.
 */
export function openSession({ machine, firstRuler }: Pick<SessionStart, 'machine' | 'firstRuler'>): Session {
  if (machine.software) return softwareSession;
  return { rulers: atStart(firstRuler), stable: false, reasons: [unknownEnd] };
}

const unknownEnd = 'drift:end-unknown';

/** A session that is closed by a ruler, and judged by all that it has. */
export function closeSession(rulers: readonly Ruler[], end: RulerTimes): Session {
  const all = [...rulers, { at: 'end' as const, ...end }];
  const moved = rulerReasons(all.map(({ copyNs, fmaNs }) => ({ copy: copyNs, fma: fmaNs })));
  const reasons = [...moved, ...all.flatMap(contention)];
  return { rulers: all, stable: reasons.length === 0, reasons };
}

// Kernels of a millisecond scatter by 0.2 % on an H200 that nobody shares, and 19 in 20 of them by less than 1.5 %.
const largestSpread = 0.03;

// `contended:end 4.1 %`: what runs between our own passes is somebody else's.
function contention({ at, spread = 0 }: Ruler): readonly string[] {
  return spread > largestSpread ? [`${contended}:${at} ${(100 * spread).toFixed(1)} %`] : [];
}

const contended = 'contended';

const softwareSession: Session = { rulers: [], stable: false, reasons: ['software-adapter'] };

function atStart(ruler: RulerTimes | null): readonly Ruler[] {
  return ruler ? [{ at: 'start', ...ruler }] : [];
}

/** Rulers that are measured already. */
export interface LaterRulers {
  readonly middle?: RulerTimes | null;
  /** Measured in a process of its own when left out. */
  readonly end?: RulerTimes | null;
}

/**
 * Compares the rulers. A software session is never called stable; nor is one that was interrupted or has no closing ruler: nobody
 * knows whether the machine held still.
 */
export async function judgeSession(
  io: Io,
  start: SessionStart,
  { middle = null, end }: LaterRulers = {},
): Promise<Session> {
  const { machine, families, firstRuler } = start;
  if (machine.software) return softwareSession;
  const before = [...atStart(firstRuler), ...(middle ? [{ at: 'middle' as const, ...middle }] : [])];
  if (io.interrupt.aborted || families.length === 0)
    return { rulers: before, stable: false, reasons: ['interrupted', unknownEnd] };
  const last = end === undefined ? await measureRulers(io, start) : end;
  if (!last || !firstRuler) return { rulers: before, stable: false, reasons: ['no-ruler', unknownEnd] };
  return closeSession(before, last);
}

/**
 * Measures the rulers in a process of their own; null on a software adapter, and where they fail: results that are
 * already measured outlive that, only the session is then not called stable.
 */
export async function measureRulers(
  io: Io,
  { machine, families, job }: Omit<SessionStart, 'firstRuler'>,
): Promise<RulerTimes | null> {
  const [family] = families;
  if (machine.software || !family || io.interrupt.aborted) return null;
  try {
    const events = await ask(io, family.entry, { args: ['profile'], job: { ...job, rulersOnly: true } });
    const ruler = events.find((event) => event.type === 'ruler')?.ruler;
    return ruler && isSound(ruler) ? ruler : null;
  } catch (error) {
    if (error instanceof CommandFailure) return null;
    throw error;
  }
}

/** Whether rulers have measured anything. */
export function isSound({ copyNs, fmaNs }: RulerTimes): boolean {
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
export function isUnsteady({ reasons }: Session): boolean {
  return reasons.some(isRulerReason);
}

/** A timing from a session whose rulers moved or scattered is not to be compared; other results stay as they are. */
export function markUnstable(result: Result, session: Session): Result {
  if (!isUnsteady(session) || !result.timing) return result;
  const found = session.reasons
    .filter(isRulerReason)
    .map((reason) => (reason.startsWith(`${contended}:`) ? contended : 'unstable-session'));
  const reasons = new Set([...result.comparableReasons, ...found]);
  return { ...result, comparable: false, comparableReasons: [...reasons] };
}
