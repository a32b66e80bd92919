// Did the machine hold still? The rulers at both ends of a session say so.
import type { Job, Machine, Result, Ruler, Session } from '@kernel-ladder/schema';
import { CommandFailure } from './failure.ts';
import { ask } from './families.ts';
import type { FamilyPackage } from './families.ts';
import type { Io } from './io.ts';

/** Where the session began, and who can measure a ruler. */
export interface SessionStart {
  readonly machine: Machine;
  readonly families: readonly FamilyPackage[];
  readonly job: Job;
  readonly firstRuler: Omit<Ruler, 'at'> | null;
}

// The rulers of one H200 stay within two per cent of themselves; what moves more has throttled or has company.
const largestDrift = 0.05;

/** Measures the closing ruler and compares; a software or interrupted session is never called stable. */
export async function judgeSession(
  io: Io,
  { machine, families, job, firstRuler }: SessionStart,
): Promise<Session> {
  if (machine.software) return { rulers: [], stable: false, reasons: ['software-adapter'] };
  const start = firstRuler ? [{ at: 'start' as const, ...firstRuler }] : [];
  const [first] = families;
  if (io.interrupt.aborted || !first) return { rulers: start, stable: false, reasons: ['interrupted'] };
  const end = await closingRuler(io, first, job);
  if (!end || !firstRuler) return { rulers: start, stable: false, reasons: ['no-ruler'] };
  const reasons = drifts(firstRuler, end);
  return { rulers: [...start, { at: 'end', ...end }], stable: reasons.length === 0, reasons };
}

// Results that are already measured outlive a ruler that fails: the session is then not called stable.
async function closingRuler(io: Io, family: FamilyPackage, job: Job): Promise<Omit<Ruler, 'at'> | null> {
  try {
    const events = await ask(io, family.entry, { args: ['profile'], job: { ...job, rulersOnly: true } });
    return events.find((event) => event.type === 'ruler')?.ruler ?? null;
  } catch (error) {
    if (error instanceof CommandFailure) return null;
    throw error;
  }
}

/** The rulers that moved, each as `drift:copy +7.1 %`. */
export function drifts(start: Omit<Ruler, 'at'>, end: Omit<Ruler, 'at'>): readonly string[] {
  const moved = { copy: end.copyNs / start.copyNs - 1, fma: end.fmaNs / start.fmaNs - 1 };
  return Object.entries(moved)
    .filter(([, drift]) => Math.abs(drift) > largestDrift)
    .map(([ruler, drift]) => `drift:${ruler} ${drift > 0 ? '+' : ''}${(100 * drift).toFixed(1)} %`);
}

/** A timing from a session whose rulers moved is not to be compared; other results stay as they are. */
export function markUnstable(result: Result, session: Session): Result {
  const hasDrifted = session.reasons.some((reason) => reason.startsWith('drift:'));
  if (!hasDrifted || !result.timing) return result;
  const reasons = new Set([...result.comparableReasons, 'unstable-session' as const]);
  return { ...result, comparable: false, comparableReasons: [...reasons] };
}
