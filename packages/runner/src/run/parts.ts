// Ids by the processes that run them.
import type { ListedId } from '@kernel-ladder/schema';
import type { FamilyPackage } from '../process/families.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { ownerOf, splitByProcess } from '../process/peers.ts';

/** Ids of some families. */
export interface Stretch {
  readonly families: readonly FamilyPackage[];
  readonly ids: readonly ListedId[];
  readonly spec: MeasureSpec;
}

/** Ids of one process. */
export interface Part {
  readonly family: FamilyPackage;
  readonly ids: readonly ListedId[];
}

/** Ids that one process times; `isLast` of the last one of a stretch. */
export interface TimedPart extends Part {
  readonly isLast: boolean;
}

/** Ids by the package whose process runs them; those that have none are left out. */
export function partsOf(families: readonly FamilyPackage[], ids: readonly ListedId[]): readonly Part[] {
  return families
    .map((family) => ({ family, ids: ids.filter(({ id }) => ownerOf(families, id) === family) }))
    .filter((part) => part.ids.length > 0);
}

/** A part for each process of its package. */
export function splitPart({ family, ids }: Part): readonly Part[] {
  return splitByProcess(family, ids).map((own) => ({ family, ids: own }));
}

/**
 * Whether the process of the next part may start before this one's ends: what that finds out of its rungs' awkward cases is known to the next of its
 * family. Peers are timed without any.
 */
export function isApart({ family }: Part, next: Part): boolean {
  return next.family !== family || family.rungs !== undefined;
}

/** How many parts could be on the device together: a family that has it to itself has nobody to ask. */
export function mostBeside(parts: readonly Part[]): number {
  const first = parts.filter((part, at) => parts.slice(0, at).every((before) => isApart(before, part)));
  return Math.max(1, first.length);
}

/**
 * The job of a part. A software session has no rulers, and a library may hold the device of a peer's process. A library's awkward cases are
 * for the suite that checks: they would take as long as all its times.
 */
export function jobOf({ family, isLast }: TimedPart, { job }: MeasureSpec): MeasureSpec['job'] {
  if (family.rungs) return { ...job, edgeCases: false };
  return isLast && !job.machine.software ? { ...job, rulersAfter: true } : job;
}

/** Whether the host's clock takes its time: of kernels' that of whatever is none, of peers' that of loops on the processor. */
export function isOnHostClock({ family, ids }: Part): boolean {
  return ids.some(({ kind = 'gpu' }) => (family.rungs ? kind === 'cpu' : kind !== 'gpu'));
}
