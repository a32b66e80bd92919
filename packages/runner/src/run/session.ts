// Did the machine hold still? Rulers at the start, in the middle and at the end of a session say so.
import type { Job, Machine, Ruler, Session } from '@kernel-ladder/schema';
import { closeSession, isSound, openEnded, softwareSession } from '@kernel-ladder/stats';
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
  return openEnded(atStart(firstRuler));
}

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
  if (io.interrupt.aborted || families.length === 0) return openEnded(before, ['interrupted']);
  const last = end === undefined ? await measureRulers(io, start) : end;
  if (!last || !firstRuler) return openEnded(before, ['no-ruler']);
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
