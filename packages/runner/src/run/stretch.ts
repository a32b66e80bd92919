// A stretch of a run: ids that are measured family by family, or checked rung by rung.
import { availableParallelism } from 'node:os';
import type { ListedId } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { bootFamily } from '../process/child.ts';
import type { Waiting } from '../process/child.ts';
import type { FamilyPackage } from '../process/families.ts';
import { measureFamily } from '../process/measure.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { ownerOf, splitByProcess } from '../process/peers.ts';
import { sideBySide } from '../process/side-by-side.ts';

/** Ids of some families. */
export interface Stretch {
  readonly families: readonly FamilyPackage[];
  readonly ids: readonly ListedId[];
  readonly spec: MeasureSpec;
}

// Each process has buffers of its own: some large cases together fit the memory of one device, many do not.
const mostProcesses = 8;

/**
 * Runs the ids of a stretch. What is timed has the device to itself: a process at a time, each with all ids of its family, or of one
 * library among the peers, which gets no other's to see. Where nothing is timed, each rung or library has a process, and eight run
 * side by side, or half as many as there are processors.
 */
export async function runStretch(io: Io, { families, ids, spec }: Stretch): Promise<void> {
  const ofFamilies = families.map((family) => ({
    family,
    ids: ids.filter(({ id }) => ownerOf(families, id) === family),
  }));
  const isTimed = spec.job.timing !== false;
  const parts = ofFamilies.flatMap((part) => (isTimed && !part.family.rungs ? [part] : split(part)));
  if (isTimed) return inTurn(io, parts, spec);
  const width = Math.min(mostProcesses, Math.max(1, Math.floor(availableParallelism() / 2)));
  await sideBySide(parts, { width, interrupt: io.interrupt }, (part) =>
    measureFamily(io, part.family, part.ids, spec),
  );
}

// The process of the next family starts beside the last id of the one before, and waits: it opens the device when its turn comes. What
// is timed on the host, as peers are, has nothing beside it.
async function inTurn(io: Io, parts: readonly Part[], spec: MeasureSpec): Promise<void> {
  const busy = parts.filter(({ ids }) => ids.length > 0);
  let waiting: Waiting | undefined;
  try {
    for (const [at, { family, ids }] of busy.entries()) {
      if (io.interrupt.aborted) return;
      const first = waiting;
      waiting = undefined;
      const next = busy[at + 1];
      const onPhase: MeasureSpec['onPhase'] = (id, ...phase) => {
        if (next && !family.rungs && id === ids.at(-1)?.id)
          waiting ??= bootFamily(io, next.family.entry, ['run']);
        spec.onPhase(id, ...phase);
      };
      // A library's awkward cases are for the suite that checks: they would take as long as all its times.
      const job = family.rungs ? { ...spec.job, edgeCases: false } : spec.job;
      await measureFamily(io, family, ids, { ...spec, job, first, onPhase });
    }
  } finally {
    waiting?.kill();
  }
}

type Part = Pick<Stretch, 'ids'> & { readonly family: FamilyPackage };

function split({ family, ids }: Part): readonly Part[] {
  return splitByProcess(family, ids).map((own) => ({ family, ids: own }));
}
