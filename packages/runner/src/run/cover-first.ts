// Awkward cases before the first timing: a process a rung, side by side, since nobody's clock is at stake.
import type { Job, ListedId, Spent } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { coverRung } from '../process/cover.ts';
import type { CoverOutcome, RungToCover } from '../process/cover.ts';
import { failedResult } from '../process/ends.ts';
import { rungOf } from '../process/measure.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { ownerOf } from '../process/peers.ts';
import { mostCheckers, shareOf, sideBySide } from '../process/side-by-side.ts';
import type { Stretch } from './stretch.ts';

/** What is left to run, and what is known of its rungs. */
export interface CoveredFirst {
  readonly ids: readonly ListedId[];
  readonly covered: NonNullable<Job['covered']>;
}

/** How many processes there may be, and who adds up their time. */
export interface CoverTerms {
  readonly width?: number;
  readonly onSpent?: (spent: Spent) => void;
}

/**
 * Checks the awkward cases of all rungs that are going to be timed. The ids of a rung whose process does not come back fail at once;
 * those of a rung that is wrong fail when their turn comes. Where there is no room for two processes, and in software, where families run
 * side by side themselves, each family checks its rungs when they are timed.
 */
export async function coverFirst(
  io: Io,
  { families, ids, spec }: Stretch,
  { width = mostProcesses(spec), onSpent = () => {} }: CoverTerms = {},
): Promise<CoveredFirst> {
  const rungs = width > 1 ? rungsToCover({ families, ids, spec }) : [];
  if (rungs.length < 2) return { ids, covered: {} };
  const processes = Math.min(width, rungs.length);
  const outcomes = await coverAll(io, rungs, { spec, width: processes });
  // What was found by then is found again by whoever goes on.
  if (io.interrupt.aborted) return { ids, covered: {} };
  // In the order of the rungs, whoever came back first.
  const told = rungs.flatMap(({ rung }) => {
    const outcome = outcomes.get(rung);
    return outcome ? [{ rung, outcome }] : [];
  });
  const back = told.flatMap(({ rung, outcome }) => ('covered' in outcome ? [{ rung, ...outcome }] : []));
  for (const { spent } of back) onSpent(shareOf(spent, processes));
  const lost = new Map(
    told.flatMap(({ rung, outcome }) => ('reason' in outcome ? [[rung, outcome.reason]] : [])),
  );
  const failed = ids.flatMap((id) => {
    const reason = id.status === 'runnable' ? lost.get(rungOf(id)) : undefined;
    return reason ? [failedResult(id, reason)] : [];
  });
  for (const result of failed) spec.onResult(result);
  const dead = new Set(failed.map(({ id }) => id));
  return {
    ids: ids.filter(({ id }) => !dead.has(id)),
    covered: Object.fromEntries(back.map(({ rung, covered }) => [rung, covered])),
  };
}

function mostProcesses({ job: { machine } }: MeasureSpec): number {
  return machine.software ? 1 : mostCheckers(machine);
}

interface NamedRung extends RungToCover {
  /** `family/variant`. */
  readonly rung: string;
}

// Those that run here, and are not known. Rows of peers are not checked where they are timed.
function rungsToCover({ families, ids, spec }: Stretch): readonly NamedRung[] {
  const { edgeCases = true, timing = true } = spec.job;
  if (!edgeCases || !timing) return [];
  const known = spec.covered?.() ?? {};
  const runnable = ids.filter((id) => id.status === 'runnable' && !(rungOf(id) in known));
  return [...Map.groupBy(runnable, rungOf)].flatMap(([rung, [first]]) => {
    const family = first && ownerOf(families, first.id);
    return family && !family.rungs ? [{ family, rung, id: first.id }] : [];
  });
}

interface Course {
  readonly spec: MeasureSpec;
  readonly width: number;
}

// What fails beside others by memory, or by its process, may be innocent: it has another try with the device to itself.
async function coverAll(
  io: Io,
  rungs: readonly NamedRung[],
  { spec, width }: Course,
): Promise<ReadonlyMap<string, CoverOutcome>> {
  const outcomes = new Map<string, CoverOutcome>();
  const cover = async (named: NamedRung, job: Partial<Job>) => {
    const outcome = await coverRung(io, named, { ...spec, job: { ...spec.job, ...job } });
    if (!io.interrupt.aborted) outcomes.set(named.rung, outcome);
  };
  const { interrupt } = io;
  await sideBySide(rungs, { width, interrupt }, (named) => cover(named, { beside: width }));
  const doubtful = rungs.filter(({ rung }) => isDoubtful(outcomes.get(rung)));
  await sideBySide(doubtful, { width: 1, interrupt }, (named) => cover(named, { ahead: false }));
  return outcomes;
}

function isDoubtful(outcome: CoverOutcome | undefined): boolean {
  return outcome !== undefined && ('reason' in outcome || outcome.covered.isOutOfMemory === true);
}
