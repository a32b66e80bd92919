// Awkward cases before the first timing: a process a rung, side by side, since nobody's clock is at stake.
import type { Job, ListedId, Spent } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { coverRungs } from '../process/cover.ts';
import type { CoverOutcome, RungsToCover } from '../process/cover.ts';
import { failedResult } from '../process/ends.ts';
import type { FamilyPackage } from '../process/families.ts';
import { rungOf } from '../process/measure.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { ownerOf, splitByProcess } from '../process/peers.ts';
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
  const outcomes = await coverAll(io, groupsOf(families, rungs), { spec, width: processes });
  // What was found by then is found again by whoever goes on.
  if (io.interrupt.aborted) return { ids, covered: {} };
  // In the order of the rungs, whoever came back first.
  const told = rungs.flatMap((first) => {
    const outcome = outcomes.get(first.id);
    return outcome ? [{ rung: rungOf(first), outcome }] : [];
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

// Of those that run here, and are not known, the first ids.
function rungsToCover({ families, ids, spec }: Stretch): readonly ListedId[] {
  const { edgeCases = true, timing = true } = spec.job;
  if (!edgeCases || !timing) return [];
  const known = spec.covered?.() ?? {};
  const runnable = ids.filter((id) => id.status === 'runnable' && !(rungOf(id) in known));
  const rungs = [...Map.groupBy(runnable, rungOf).values()].flatMap((own) => own.slice(0, 1));
  return rungs.filter(({ id }) => ownerOf(families, id));
}

// A rung of kernels has a process of its own, and so has a library of peers.
function groupsOf(families: readonly FamilyPackage[], rungs: readonly ListedId[]): readonly RungsToCover[] {
  return families.flatMap((family) => {
    const own = rungs.filter(({ id }) => ownerOf(families, id) === family);
    return splitByProcess(family, own).map((ids) => ({ family, ids }));
  });
}

interface Course {
  readonly spec: MeasureSpec;
  readonly width: number;
}

// What fails beside others by memory, or by its process, may be innocent: it has another try with the device to itself.
async function coverAll(
  io: Io,
  groups: readonly RungsToCover[],
  { spec, width }: Course,
): Promise<ReadonlyMap<string, CoverOutcome>> {
  const outcomes = new Map<string, CoverOutcome>();
  const cover = async (group: RungsToCover, job: Partial<Job>) => {
    const found = await coverRungs(io, group, { ...spec, job: { ...spec.job, ...job } });
    if (!io.interrupt.aborted) found.forEach((outcome, id) => outcomes.set(id, outcome));
  };
  const { interrupt } = io;
  await sideBySide(groups, { width, interrupt }, (group) => cover(group, { beside: width }));
  const alone = groups.flatMap(({ family, ids }) => ids.map((id) => ({ family, ids: [id] })));
  const doubtful = alone.filter(({ ids: [first] }) => isDoubtful(outcomes.get(first?.id ?? '')));
  await sideBySide(doubtful, { width: 1, interrupt }, (group) => cover(group, { ahead: false }));
  return outcomes;
}

function isDoubtful(outcome: CoverOutcome | undefined): boolean {
  return outcome !== undefined && ('reason' in outcome || outcome.covered.isOutOfMemory === true);
}
