// Ring allreduce (Patarasuk and Yuan, 2009): every rank talks to its two neighbours only, and every link is always busy.
import type { Schedule, Transfer } from '../schedule.ts';
import { checkShape, chunkOf, wholeOf } from './shape.ts';
import type { Range, Shape } from './shape.ts';

/** Ranks in a circle, and the chunk of the vector that each place is to own. */
export interface Ring {
  readonly size: number;
  readonly rankAt: (place: number) => number;
  readonly chunkAt: (place: number) => Range;
}

/**
 * Reduce-scatter, then all-gather: 2(n − 1) steps in which every rank sends one n-th of the vector.
 * Fewest bytes on every link, most steps: for large vectors.
 */
export function ring(shape: Shape): Schedule {
  checkShape(shape);
  const { ranks, elements, granularity } = shape;
  const whole = wholeOf(shape);
  const circle: Ring = {
    size: ranks,
    rankAt: (place) => place,
    chunkAt: (place) => chunkOf(whole, ranks, place, granularity),
  };
  const half = ranks - 1;
  return {
    ranks,
    elements,
    stepCount: 2 * half,
    step: (index) => {
      const transfers: Transfer[] = [];
      if (index < half) addReduceScatter(transfers, circle, index);
      else addAllGather(transfers, circle, index - half);
      return transfers;
    },
  };
}

/** Step 0 … size − 2 of a reduce-scatter: afterwards every place has the total of its own chunk. */
export function addReduceScatter(transfers: Transfer[], circle: Ring, step: number): void {
  pass(transfers, circle, { lag: step + 1, action: 'reduce' });
}

/** Step 0 … size − 2 of an all-gather of the chunks that the places own. */
export function addAllGather(transfers: Transfer[], circle: Ring, step: number): void {
  pass(transfers, circle, { lag: step, action: 'copy' });
}

// Every place hands the chunk that belongs `lag` places behind it to the next one.
function pass(
  transfers: Transfer[],
  { size, rankAt, chunkAt }: Ring,
  { lag, action }: { readonly lag: number; readonly action: Transfer['action'] },
): void {
  for (let place = 0; place < size; place++) {
    const { offset, count } = chunkAt((place - lag + size) % size);
    if (count === 0) continue;
    transfers.push({ from: rankAt(place), to: rankAt((place + 1) % size), offset, count, action });
  }
}
