// Places for values in shared memory: two that live at once do not overlap, others may take the same bytes.
//
// Values are placed one after another, the largest first, each at the lowest offset that no value alive with it takes (greedy by size:
// Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020). Finding the best plan is NP-hard; this one
// comes within a few per cent of the most bytes that live at once on the graphs of this suite.
import { liveTogether } from './lifetimes.ts';
import type { Lifetime } from './lifetimes.ts';

/** What WebGPU binds at: multiples of this on every device. */
export const alignment = 256;

/** Where a value lies: in which arena, from which byte on. */
export interface Placement {
  readonly value: Lifetime;
  readonly arena: number;
  readonly offset: number;
  /** Its bytes, rounded up to the alignment. */
  readonly bytes: number;
}

/** Places for all values, and how many bytes each arena takes. */
export interface ArenaPlan {
  readonly placements: readonly Placement[];
  readonly arenas: readonly number[];
}

/**
 * Places values in arenas of at most `limit` bytes: as many arenas as it takes, since a device binds no larger buffer. A value that is
 * larger than that alone is the caller's business to refuse.
 */
export function placeValues(values: readonly Lifetime[], limit: number): ArenaPlan {
  const placed: Placement[] = [];
  const largest = values.toSorted((a, b) => b.bytes - a.bytes || a.first - b.first || a.id - b.id);
  for (const value of largest) {
    const bytes = aligned(value.bytes);
    const rivals = placed.filter((other) => liveTogether(other.value, value));
    for (let arena = 0; ; arena++) {
      const offset = lowestGap(
        rivals.filter((other) => other.arena === arena),
        bytes,
      );
      // An empty arena takes whatever there is.
      if (offset + bytes > limit && offset > 0) continue;
      placed.push({ value, arena, offset, bytes });
      break;
    }
  }
  const count = placed.reduce((most, { arena }) => Math.max(most, arena + 1), 0);
  const arenas = Array.from({ length: count }, (_, arena) =>
    endOf(placed.filter((each) => each.arena === arena)),
  );
  return { placements: placed.toSorted((a, b) => a.value.id - b.value.id), arenas };
}

/** Bytes rounded up to the alignment, and no fewer than one unit of it. */
export function aligned(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / alignment)) * alignment;
}

function endOf(placed: readonly Placement[]): number {
  return placed.reduce((end, { offset, bytes }) => Math.max(end, offset + bytes), 0);
}

function lowestGap(rivals: readonly Placement[], bytes: number): number {
  let offset = 0;
  for (const rival of rivals.toSorted((a, b) => a.offset - b.offset)) {
    if (rival.offset - offset >= bytes) return offset;
    offset = Math.max(offset, rival.offset + rival.bytes);
  }
  return offset;
}
