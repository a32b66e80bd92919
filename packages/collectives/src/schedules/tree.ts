// Binary trees: up to the root and down again, one level a step.
import type { Schedule, Transfer } from '../schedule.ts';
import { checkShape, chunkOf, wholeOf } from './shape.ts';
import type { Range, Shape } from './shape.ts';

/** Part of the vector, and the tree that it takes: rank of a place in the in-order tree. */
interface Stream {
  readonly range: Range;
  readonly rankAt: (place: number) => number;
}

/**
 * Reduces up a binary tree, broadcasts down it: 2⌈log₂ n⌉ steps of the whole vector.
 * Few steps, but the root's links carry everything and leaves only ever use one direction: for small vectors.
 */
export function tree(shape: Shape): Schedule {
  return trees(shape, [{ range: wholeOf(shape), rankAt: (place) => place }]);
}

/**
 * Two trees at once, each for half of the vector, in which inner ranks of one are leaves of the other
 * (Sanders, Speck, Träff, 2009; NCCL since 2.4): all links carry data both ways, in as many steps as one tree takes.
 * For an odd number of ranks, rank 0 alone is no leaf in either.
 */
export function doubleTree(shape: Shape): Schedule {
  const { ranks, granularity } = shape;
  const half = (index: number) => chunkOf(wholeOf(shape), 2, index, granularity);
  // Mirrored where that makes odd ranks even, else shifted by one.
  const other = (place: number) => (ranks % 2 === 0 ? ranks - 1 - place : (place + 1) % ranks);
  return trees(shape, [
    { range: half(0), rankAt: (place) => place },
    { range: half(1), rankAt: other },
  ]);
}

/**
 * The parent of a place in the in-order binary tree of `size` places; null at the root, place 0. Place p > 0 stands as
 * many levels above the leaves as it has trailing zero bits, so that odd places are leaves.
 */
export function parentOf(place: number, size: number): number | null {
  if (place === 0) return null;
  const lowest = place & -place;
  const right = (place ^ lowest) | (lowest << 1);
  // On the ragged right edge the place joins the nearest ancestor to its left.
  return right < size ? right : place ^ lowest;
}

/** Levels between a place and the leaves below it. */
export function heightOf(place: number, size: number): number {
  return place === 0 ? Math.ceil(Math.log2(size)) : 31 - Math.clz32(place & -place);
}

function trees(shape: Shape, streams: readonly Stream[]): Schedule {
  checkShape(shape);
  const { ranks, elements } = shape;
  const levels = heightOf(0, ranks);
  return {
    ranks,
    elements,
    stepCount: 2 * levels,
    step: (index) => {
      const transfers: Transfer[] = [];
      for (const stream of streams) {
        if (index < levels) addLevel(transfers, stream, { size: ranks, level: index, action: 'reduce' });
        else addLevel(transfers, stream, { size: ranks, level: 2 * levels - 1 - index, action: 'copy' });
      }
      return transfers;
    },
  };
}

interface Level {
  readonly size: number;
  /** Height of the children that talk to their parents. */
  readonly level: number;
  readonly action: Transfer['action'];
}

function addLevel(transfers: Transfer[], { range, rankAt }: Stream, { size, level, action }: Level): void {
  const { offset, count } = range;
  if (count === 0) return;
  // The places of one height are 2^(height + 1) apart.
  for (let place = 2 ** level; place < size; place += 2 ** (level + 1)) {
    const [child, parent] = [rankAt(place), rankAt(parentOf(place, size) ?? 0)];
    const ends = action === 'reduce' ? { from: child, to: parent } : { from: parent, to: child };
    transfers.push({ ...ends, offset, count, action });
  }
}
