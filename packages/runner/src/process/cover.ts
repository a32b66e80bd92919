// The awkward cases of one rung, in a process of their own.
import type { CoveredRung, FamilyEvent, Reason, Spent } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { bootFamily } from './child.ts';
import { createWatchdog, reasonOf } from './ends.ts';
import type { FamilyPackage } from './families.ts';
import { beginsAhead, warnOfLeaks } from './measure.ts';
import type { MeasureSpec } from './measure.ts';

/** A rung, by one of its ids. */
export interface RungToCover {
  readonly family: FamilyPackage;
  readonly id: string;
}

/** What a rung's awkward cases came to, or why its process did not live to tell. */
export type CoverOutcome =
  | { readonly covered: CoveredRung; readonly spent: Spent }
  | { readonly reason: Reason };

/** Checks a rung in a process; each of its cases may take as long as an id. */
export async function coverRung(
  io: Io,
  { family, id }: RungToCover,
  spec: MeasureSpec,
): Promise<CoverOutcome> {
  let outcome: CoverOutcome | null = null;
  let fault: string | null = null;
  const watchdog = createWatchdog(spec.timeoutMs, () => child.kill());
  const onEvent = (event: FamilyEvent) => {
    watchdog.restart();
    if (event.type === 'progress') spec.onPhase(id, event.phase, event.share);
    if (event.type === 'covered') outcome = outcomeFor(id, event);
    if (event.type === 'error') fault = event.message;
    if (event.type === 'error') outcome ??= lossIn(event);
    if (event.type === 'done') warnOfLeaks(io, family, event.leakedBuffers);
  };
  const ahead = spec.job.ahead ?? beginsAhead(spec);
  const job = { ...spec.job, ids: [id], ahead };
  const child = bootFamily(io, family.entry, { args: ['cover'], job }).start(onEvent);
  watchdog.restart();
  const end = await child.ended.finally(watchdog.stop);
  const timeoutMs = watchdog.fired() ? spec.timeoutMs : null;
  return outcome ?? { reason: reasonOf(end, { timeoutMs, fault }) };
}

// Thrown into the reader, which ends a process that breaks the protocol.
function outcomeFor(
  asked: string,
  { id, covered, spent }: Extract<FamilyEvent, { readonly type: 'covered' }>,
): CoverOutcome {
  if (id !== asked) throw new Error(`it answered for ${id}, which nobody had asked`);
  return { covered, spent };
}

function lossIn({ code, message }: Extract<FamilyEvent, { readonly type: 'error' }>): CoverOutcome | null {
  return code === 'device-lost' ? { reason: { code, message } } : null;
}
