// Direct algorithms: every rank reads every other one's memory, as behind a switch that joins all of them.
import type { Schedule, Transfer } from '../schedule.ts';
import { checkShape, chunkOf, wholeOf } from './shape.ts';
import type { Range, Shape } from './shape.ts';

/**
 * One step: every rank gathers all vectors whole and reduces them by itself, n(n − 1) messages of everything.
 * Least latency, most bytes: for very small vectors. All ranks sum in the same order, so they get the same bits.
 * Each reads the others' inputs while these become outputs: whoever executes it in place needs a copy to read from.
 */
export function oneShot(shape: Shape): Schedule {
  checkShape(shape);
  const { ranks, elements } = shape;
  const whole = wholeOf(shape);
  return { ranks, elements, stepCount: ranks > 1 ? 1 : 0, step: () => gather(ranks, () => whole) };
}

/** Two steps: every rank gathers and reduces its own chunk, then all chunks are copied to everyone. */
export function twoShot(shape: Shape): Schedule {
  checkShape(shape);
  const { ranks, elements, granularity } = shape;
  const chunkAt = (rank: number) => chunkOf(wholeOf(shape), ranks, rank, granularity);
  return {
    ranks,
    elements,
    stepCount: ranks > 1 ? 2 : 0,
    step: (index) => (index === 0 ? gather(ranks, chunkAt) : scatter(ranks, chunkAt)),
  };
}

// n(n − 1) messages: made one by one, because millions of them are only ever walked over.
function* gather(ranks: number, rangeAt: (rank: number) => Range): Iterable<Transfer> {
  for (let to = 0; to < ranks; to++) {
    const { offset, count } = rangeAt(to);
    if (count === 0) continue;
    for (let from = 0; from < ranks; from++) {
      if (from !== to) yield { from, to, offset, count, action: 'reduce' };
    }
  }
}

function* scatter(ranks: number, rangeAt: (rank: number) => Range): Iterable<Transfer> {
  for (let from = 0; from < ranks; from++) {
    const { offset, count } = rangeAt(from);
    if (count === 0) continue;
    for (let to = 0; to < ranks; to++) {
      if (to !== from) yield { from, to, offset, count, action: 'copy' };
    }
  }
}
