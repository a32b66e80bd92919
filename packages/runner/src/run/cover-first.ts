// Awkward cases before the first timing: processes side by side, each with a share of a family's, since nobody's clock is at stake.
import type { Job, ListedId, Spent } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { coverShare, joinShares } from '../process/cover.ts';
import type { CoverOutcome, ShareToCover } from '../process/cover.ts';
import { failedResult } from '../process/ends.ts';
import type { FamilyPackage } from '../process/families.ts';
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
  const outcomes = await coverAll(io, rungs, { spec, width });
  // What was found by then is found again by whoever goes on.
  if (io.interrupt.aborted) return { ids, covered: {} };
  // In the order of the rungs, whoever came back first.
  const told = rungs.flatMap(({ rung }) => {
    const outcome = outcomes.get(rung);
    return outcome ? [{ rung, outcome }] : [];
  });
  const back = told.flatMap(({ rung, outcome }) => ('covered' in outcome ? [{ rung, ...outcome }] : []));
  for (const { spent } of back) onSpent(shareOf(spent, width));
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

interface NamedRung {
  readonly family: FamilyPackage;
  /** `family/variant`. */
  readonly rung: string;
  /** One of its ids. */
  readonly id: string;
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

/** How many processes there are for each that goes side by side. */
const rounds = 4;

/**
 * All rungs of a family share each of their processes, case by case, so that inputs and references are made once; each process has its share of the
 * cases. Those of a rung take one family three times as long as another: in two rounds the last process on an H200 was alone for 16 s of 124 s. The first
 * shares of all families come first, so that the last ones are of large families, and alike.
 */
export function sharesOf(rungs: readonly NamedRung[], width: number): readonly ShareToCover[] {
  const shares = [...Map.groupBy(rungs, ({ family }) => family)].flatMap(([family, own]) => {
    const of = Math.max(1, Math.round((rounds * width * own.length) / rungs.length));
    const ids = own.map(({ id }) => id);
    return Array.from({ length: of }, (_, index) => ({ family, ids, share: { index, of } }));
  });
  return shares.toSorted((one, other) => one.share.index - other.share.index);
}

interface Course {
  readonly spec: MeasureSpec;
  readonly width: number;
}

// What fails beside others by memory, or by its process, may be innocent: each rung of it has another try with the device to itself.
async function coverAll(
  io: Io,
  rungs: readonly NamedRung[],
  { spec, width }: Course,
): Promise<ReadonlyMap<string, CoverOutcome>> {
  const found = new Map(rungs.map(({ id }): [string, CoverOutcome[]] => [id, []]));
  const doubtful: ShareToCover[] = [];
  const cover = async (share: ShareToCover, job: Partial<Job>, isLast: boolean) => {
    const outcomes = await coverShare(io, share, { ...spec, job: { ...spec.job, ...job } });
    if (io.interrupt.aborted) return;
    for (const [id, outcome] of outcomes)
      if (isLast || !isDoubtful(outcome)) found.get(id)?.push(outcome);
      else doubtful.push({ ...share, ids: [id] });
  };
  const { interrupt } = io;
  await sideBySide(sharesOf(rungs, width), { width, interrupt }, (share) =>
    cover(share, { beside: width }, false),
  );
  await sideBySide(doubtful, { width: 1, interrupt }, (share) => cover(share, { ahead: false }, true));
  return new Map(
    rungs.flatMap(({ rung, id }) => {
      const outcomes = found.get(id) ?? [];
      return outcomes.length > 0 ? [[rung, joinShares(outcomes)] as const] : [];
    }),
  );
}

function isDoubtful(outcome: CoverOutcome): boolean {
  return 'reason' in outcome || outcome.covered.isOutOfMemory === true;
}
