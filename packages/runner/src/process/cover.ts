// A share of the awkward cases of a family's rungs, in a process of their own.
import type { CoveredRung, FamilyEvent, Job, Reason, Spent } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { bootFamily } from './child.ts';
import { createWatchdog, reasonOf } from './ends.ts';
import type { FamilyPackage } from './families.ts';
import { beginsAhead, useOf, warnOfLeaks } from './measure.ts';
import type { MeasureSpec } from './measure.ts';

/** The number by which phases of awkward cases are told, whichever process is at them: together they are one among those that time. */
export const coverProcess = -1;

/** Rungs of one family, each by one of its ids, and which of its cases they are checked on. */
export interface ShareToCover {
  readonly family: FamilyPackage;
  readonly ids: readonly string[];
  readonly share: NonNullable<Job['share']>;
}

/** What a rung's awkward cases came to, or why its process did not live to tell. */
export type CoverOutcome =
  | { readonly covered: CoveredRung; readonly spent: Spent }
  | { readonly reason: Reason };

/** Checks rungs together in a process; each case may take as long as an id. Gives what became of each, by its id. */
export async function coverShare(
  io: Io,
  { family, ids, share }: ShareToCover,
  spec: MeasureSpec,
): Promise<ReadonlyMap<string, CoverOutcome>> {
  const outcomes = new Map<string, CoverOutcome>();
  let lost: Reason | null = null;
  let fault: string | null = null;
  const watchdog = createWatchdog(spec.timeoutMs, () => child.kill());
  const onEvent = (event: FamilyEvent) => {
    if (event.type === 'device') return use.ask(event.use);
    watchdog.restart();
    if (event.type === 'progress') spec.onPhase(event.id, event.phase, event.share);
    if (event.type === 'covered') outcomes.set(askedFor(ids, event.id), event);
    if (event.type === 'error') fault = event.message;
    if (event.type === 'error' && event.code === 'device-lost')
      lost = { code: event.code, message: event.message };
    if (event.type === 'done') warnOfLeaks(io, family, event.leakedBuffers);
  };
  const ahead = spec.job.ahead ?? beginsAhead(spec);
  const job = { ...spec.job, ids, share, ahead };
  const child = bootFamily(io, family.entry, { args: ['cover'], job }).start(onEvent);
  const name = `${family.name}, awkward cases ${share.index + 1} of ${share.of}`;
  const use = useOf(spec, { name, watchdog, child });
  watchdog.restart();
  const end = await child.ended.finally(() => use.ask('none')).finally(watchdog.stop);
  const timeoutMs = watchdog.fired() ? spec.timeoutMs : null;
  const silent = ids.filter((id) => !outcomes.has(id));
  const reason = silent.length > 0 ? (lost ?? reasonOf(end, { timeoutMs, fault })) : null;
  if (reason) for (const id of silent) outcomes.set(id, { reason });
  return outcomes;
}

// Thrown into the reader, which ends a process that breaks the protocol.
function askedFor(asked: readonly string[], id: string): string {
  if (!asked.includes(id)) throw new Error(`it answered for ${id}, which nobody had asked`);
  return id;
}

/** What all shares of a rung came to: its cases counted together, unless one share has not come back. Throws without any. */
export function joinShares(shares: readonly CoverOutcome[]): CoverOutcome {
  const silent = shares.find((outcome) => 'reason' in outcome);
  if (silent) return silent;
  const all = shares.flatMap((outcome) => ('covered' in outcome ? [outcome] : []));
  return all.reduce((one, other) => ({
    covered: joinCovered(one.covered, other.covered),
    spent: {
      deviceMs: one.spent.deviceMs + other.spent.deviceMs,
      judgingMs: one.spent.judgingMs + other.spent.judgingMs,
    },
  }));
}

// Every share has all sets, in the same order.
function joinCovered(one: CoveredRung, other: CoveredRung): CoveredRung {
  const isOutOfMemory = one.isOutOfMemory ?? other.isOutOfMemory;
  return {
    coverage: one.coverage.map((set, at) => {
      const more = other.coverage[at];
      return more ? joinSets(set, more) : set;
    }),
    failure: one.failure ?? other.failure,
    ...(isOutOfMemory ? { isOutOfMemory } : {}),
  };
}

type CoveredSet = CoveredRung['coverage'][number];

function joinSets(one: CoveredSet, other: CoveredSet): CoveredSet {
  const codes = [...(one.notApplicable ?? []), ...(other.notApplicable ?? [])];
  const notApplicable = [...Map.groupBy(codes, ({ code }) => code)].map(([code, own]) => ({
    code,
    cases: own.reduce((sum, { cases }) => sum + cases, 0),
  }));
  const observed = [...(one.observed ?? []), ...(other.observed ?? [])];
  const expectedFailures = [...(one.expectedFailures ?? []), ...(other.expectedFailures ?? [])];
  return {
    set: one.set,
    total: one.total + other.total,
    passed: one.passed + other.passed,
    skipped: one.skipped + other.skipped,
    failed: [...one.failed, ...other.failed],
    ...(codes.length > 0 ? { notApplicable } : {}),
    ...(observed.length > 0 ? { observed } : {}),
    ...(expectedFailures.length > 0 ? { expectedFailures } : {}),
  };
}
