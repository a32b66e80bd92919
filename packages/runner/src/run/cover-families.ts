// Processes side by side, each with a share of a family's awkward cases: families in their order, so that what the first ones come to is known first.
import type { Job } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { coverShare, joinShares } from '../process/cover.ts';
import type { CoverOutcome, ShareToCover } from '../process/cover.ts';
import { aloneOn } from '../process/device-gate.ts';
import type { FamilyPackage } from '../process/families.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { sideBySide } from '../process/side-by-side.ts';

/** A rung as `family/variant`, and one of its ids. */
export interface NamedRung {
  readonly rung: string;
  readonly id: string;
}

/** Rungs of one family. */
export interface FamilyToCover {
  readonly family: FamilyPackage;
  readonly rungs: readonly NamedRung[];
}

/** How it is done, and who is told what the rungs of a family came to, by their names. */
export interface CoverSpec {
  readonly spec: MeasureSpec;
  /** How many processes there may be at a time. */
  readonly width: number;
  readonly onFamily: (family: FamilyPackage, outcomes: ReadonlyMap<string, CoverOutcome>) => void;
}

/**
 * Checks the rungs of families. What fails beside others by memory, or by its process, may be innocent: each rung of it has another try with the device
 * to itself. An interrupt charges nobody.
 */
export async function coverFamilies(
  io: Io,
  families: readonly FamilyToCover[],
  { spec, width, onFamily }: CoverSpec,
): Promise<void> {
  const { interrupt } = io;
  const cover = (share: ShareToCover, job: Partial<Job>) =>
    coverShare(io, share, { ...spec, job: { ...spec.job, ...job } });
  // Whoever has waited for the device may find that nobody wants to know any more.
  const again = (share: ShareToCover) =>
    aloneOn(spec.gate, `${share.family.name}, again`, async () =>
      interrupt.aborted
        ? new Map<string, CoverOutcome>()
        : cover(share, { ahead: false, sharesDevice: false }),
    );
  const files = new Map(families.map((own) => [own.family, openFile(own)]));
  const shares = dealOut(families, width);
  for (const { family } of shares) files.get(family)?.expect();
  await sideBySide(shares, { width, interrupt }, async (share) => {
    const file = files.get(share.family);
    const outcomes = await cover(share, { beside: width });
    if (!file || interrupt.aborted) return;
    if (!file.take(share, outcomes)) return;
    for (const doubtful of file.doubtful()) {
      if (interrupt.aborted) return;
      file.settle(await again(doubtful));
    }
    if (!interrupt.aborted) onFamily(share.family, file.read());
  });
}

/** How many processes there are for each that goes side by side. */
const rounds = 4;

/**
 * All rungs of a family share each of their processes, case by case, so that inputs and references are made once; each process has its share of the
 * cases. There are more shares than processes at a time, since those of one family may take three times as long as those of another. Half of the processes
 * are at the first family at once, before which nothing can be timed, and at least a third at any other.
 */
export function dealOut(families: readonly FamilyToCover[], width: number): readonly ShareToCover[] {
  const total = families.reduce((sum, { rungs }) => sum + rungs.length, 0);
  return families.flatMap(({ family, rungs }, at) => {
    const least = Math.ceil(width / (at === 0 ? 2 : 3));
    const of = Math.max(least, Math.round((rounds * width * rungs.length) / total));
    const ids = rungs.map(({ id }) => id);
    return Array.from({ length: of }, (_, index) => ({ family, ids, share: { index, of } }));
  });
}

type Outcomes = ReadonlyMap<string, CoverOutcome>;

// What the shares of one family come to.
function openFile({ rungs }: FamilyToCover) {
  const found = new Map(rungs.map(({ id }): [string, CoverOutcome[]] => [id, []]));
  const doubtful: ShareToCover[] = [];
  let expected = 0;
  return {
    expect: () => void expected++,
    // Whether it was the last one.
    take: (share: ShareToCover, outcomes: Outcomes) => {
      for (const [id, outcome] of outcomes)
        if (isDoubtful(outcome)) doubtful.push({ ...share, ids: [id] });
        else found.get(id)?.push(outcome);
      return --expected === 0;
    },
    doubtful: () => doubtful,
    settle: (outcomes: Outcomes) => {
      for (const [id, outcome] of outcomes) found.get(id)?.push(outcome);
    },
    read: () =>
      new Map(
        rungs.flatMap(({ rung, id }) => {
          const outcomes = found.get(id) ?? [];
          return outcomes.length > 0 ? [[rung, joinShares(outcomes)] as const] : [];
        }),
      ),
  };
}

function isDoubtful(outcome: CoverOutcome): boolean {
  return 'reason' in outcome || outcome.covered.isOutOfMemory === true;
}
