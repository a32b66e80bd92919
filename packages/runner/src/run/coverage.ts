// Awkward cases of rungs that are going to be timed: processes of their own check them, family by family, each before its family's turn.
import type { CoveredRung, Job, ListedId, Spent } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { coverProcess } from '../process/cover.ts';
import type { CoverOutcome } from '../process/cover.ts';
import type { DeviceGate } from '../process/device-gate.ts';
import { failedResult } from '../process/ends.ts';
import type { FamilyPackage } from '../process/families.ts';
import { rungOf } from '../process/measure.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { mostCheckers, mostCheckersBeside, shareOf } from '../process/side-by-side.ts';
import { coverFamilies } from './cover-families.ts';
import type { FamilyToCover } from './cover-families.ts';
import { partsOf } from './parts.ts';
import type { Part, Stretch } from './parts.ts';

/** What is known of rungs' awkward cases, as it comes. */
export interface Coverage {
  /** Waits until all rungs of a family are known, or nobody looks any more. */
  readonly of: (family: FamilyPackage) => Promise<void>;
  /** Whether all rungs of a family are known. */
  readonly isKnown: (family: FamilyPackage) => boolean;
  /** By `family/variant`, what is known so far. */
  readonly covered: () => NonNullable<Job['covered']>;
  /** Ids without those that failed, because the process of their rung did not come back. */
  readonly left: (ids: readonly ListedId[]) => readonly ListedId[];
  /** Looks at nothing more. */
  readonly close: () => void;
  /** Waits until nobody looks at anything; throws what went wrong. */
  readonly done: Promise<void>;
}

/** How many processes there may be, who grants them the device where others use it meanwhile, and who adds up their time. */
export interface CoverTerms {
  readonly width?: number;
  readonly gate?: DeviceGate | undefined;
  readonly onSpent?: (spent: Spent) => void;
}

/** Nobody looks at any: what there is, each family checks in its turn. */
export const nothingToCover: Coverage = {
  of: async () => {},
  isKnown: () => true,
  covered: () => ({}),
  left: (ids) => ids,
  close: () => {},
  done: Promise.resolve(),
};

/**
 * Begins to check the awkward cases of all rungs that are going to be timed, families in their order. The ids of a rung whose process does not come back
 * fail with its family; those of a rung that is wrong fail when their turn comes. Where there is no room for two processes, and in software, where
 * families run side by side themselves, each family checks its rungs when they are timed.
 */
export function beginCoverage(io: Io, stretch: Stretch, terms: CoverTerms = {}): Coverage {
  const { gate, width = mostProcesses(stretch.spec, gate), onSpent = () => {} } = terms;
  const families = width > 1 ? familiesToCover(stretch) : [];
  if (families.reduce((sum, { rungs }) => sum + rungs.length, 0) < 2) return nothingToCover;
  const closing = new AbortController();
  const within = { ...io, interrupt: AbortSignal.any([io.interrupt, closing.signal]) };
  const files = new Map(families.map(({ family }) => [family, Promise.withResolvers<void>()]));
  const open = new Set(files.keys());
  const covered: { [rung: string]: CoveredRung } = {};
  const lost = new Set<string>();
  const conclude = (family: FamilyPackage, outcomes: ReadonlyMap<string, CoverOutcome>) => {
    for (const [rung, outcome] of outcomes) {
      if ('reason' in outcome) {
        for (const id of runnableOf(stretch, rung)) {
          lost.add(id.id);
          stretch.spec.onResult(failedResult(id, outcome.reason));
        }
        continue;
      }
      covered[rung] = outcome.covered;
      onSpent(shareOf(outcome.spent, width));
    }
    open.delete(family);
    files.get(family)?.resolve();
  };
  const spec = asCover(stretch.spec, gate);
  const done = coverFamilies(within, families, { spec, width, onFamily: conclude }).finally(() => {
    for (const { resolve } of files.values()) resolve();
    stretch.spec.onLeave?.(coverProcess);
  });
  // It is thrown to whoever waits for the end.
  done.catch(() => {});
  return {
    of: async (family) => files.get(family)?.promise,
    isKnown: (family) => !open.has(family),
    covered: () => covered,
    left: (ids) => ids.filter(({ id }) => !lost.has(id)),
    close: () => closing.abort(),
    done,
  };
}

/** A part without the ids that failed before its turn. */
export function leftOf<Own extends Part>(part: Own, coverage: Coverage): Own {
  return { ...part, ids: coverage.left(part.ids) };
}

function mostProcesses({ job: { machine } }: MeasureSpec, gate: DeviceGate | undefined): number {
  if (machine.software) return 1;
  return gate ? mostCheckersBeside(machine) : mostCheckers(machine);
}

// Those whose rungs run here, and are not known. Rows of peers are not checked where they are timed.
function familiesToCover({ families, ids, spec }: Stretch): readonly FamilyToCover[] {
  const { edgeCases = true, timing = true } = spec.job;
  if (!edgeCases || !timing) return [];
  const known = spec.covered?.() ?? {};
  const wanted = ids.filter((id) => id.status === 'runnable' && !(rungOf(id) in known));
  return partsOf(families, wanted)
    .filter(({ family }) => !family.rungs)
    .map(({ family, ids: own }) => ({ family, rungs: rungsOf(own) }));
}

function rungsOf(ids: readonly ListedId[]): FamilyToCover['rungs'] {
  return [...Map.groupBy(ids, rungOf)].flatMap(([rung, [first]]) => (first ? [{ rung, id: first.id }] : []));
}

function runnableOf({ ids }: Stretch, rung: string): readonly ListedId[] {
  return ids.filter((id) => id.status === 'runnable' && rungOf(id) === rung);
}

function asCover(spec: MeasureSpec, gate: DeviceGate | undefined): MeasureSpec {
  const onPhase: MeasureSpec['onPhase'] = (id, phase, share) => spec.onPhase(id, phase, share, coverProcess);
  return { ...spec, onPhase, ...(gate ? { gate, job: { ...spec.job, sharesDevice: true } } : {}) };
}
