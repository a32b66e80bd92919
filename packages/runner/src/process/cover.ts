// The awkward cases of rungs that one process runs.
import type { CoveredRung, FamilyEvent, ListedId, Reason, Spent } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { bootFamily } from './child.ts';
import { createWatchdog, reasonOf } from './ends.ts';
import type { FamilyPackage } from './families.ts';
import { beginsAhead, warnOfLeaks } from './measure.ts';
import type { MeasureSpec } from './measure.ts';

/** Rungs of a package, each by one of its ids. */
export interface RungsToCover {
  readonly family: FamilyPackage;
  readonly ids: readonly ListedId[];
}

/** What a rung's awkward cases came to, or why its process did not live to tell. */
export type CoverOutcome =
  | { readonly covered: CoveredRung; readonly spent: Spent }
  | { readonly reason: Reason };

/** Checks rungs in a process, one after the other; each case may take as long as an id. Gives the outcome of each, by its id. */
export async function coverRungs(
  io: Io,
  { family, ids }: RungsToCover,
  spec: MeasureSpec,
): Promise<ReadonlyMap<string, CoverOutcome>> {
  const outcomes = new Map<string, CoverOutcome>();
  let fault: string | null = null;
  let lost: Reason | null = null;
  const watchdog = createWatchdog(spec.timeoutMs, () => child.kill());
  const onEvent = (event: FamilyEvent) => {
    watchdog.restart();
    if (event.type === 'progress') spec.onPhase(event.id, event.phase, event.share);
    if (event.type === 'covered') outcomes.set(event.id, { covered: event.covered, spent: event.spent });
    if (event.type === 'error') fault = event.message;
    if (event.type === 'error') lost = lossIn(event);
    if (event.type === 'done') warnOfLeaks(io, family, event.leakedBuffers);
  };
  const ahead = spec.job.ahead ?? beginsAhead(family, spec);
  const job = { ...spec.job, ids: ids.map(({ id }) => id), ahead };
  const child = bootFamily(io, family.entry, { args: ['cover'], job }).start(onEvent);
  watchdog.restart();
  const end = await child.ended.finally(watchdog.stop);
  const reason = lost ?? reasonOf(end, { timeoutMs: watchdog.fired() ? spec.timeoutMs : null, fault });
  return new Map(ids.map(({ id }) => [id, outcomes.get(id) ?? { reason }]));
}

function lossIn({ code, message }: Extract<FamilyEvent, { readonly type: 'error' }>): Reason | null {
  return code === 'device-lost' ? { code, message } : null;
}
