// Nodes that may run, the one that gains most first: a binary heap, so that the time for a graph grows with its nodes.
import type { ValueId } from '../graph/types.ts';

/** A node and by how many bytes fewer are alive behind it. */
export interface Offer {
  readonly id: ValueId;
  readonly gain: number;
}

/** Offers in the order of their gains; of as much, the one that stood first in the graph. */
export interface Queue {
  readonly add: (offer: Offer) => void;
  /** The best of all, which it leaves; undefined where there is none. */
  readonly take: () => Offer | undefined;
}

/** A queue without offers. */
export function createQueue(): Queue {
  const heap: Offer[] = [];
  return {
    add: (offer) => {
      heap.push(offer);
      rise(heap);
    },
    take: () => {
      const best = heap[0];
      const last = heap.pop();
      if (last && heap.length > 0) {
        heap[0] = last;
        sink(heap);
      }
      return best;
    },
  };
}

function isBefore(one: Offer | undefined, other: Offer | undefined): boolean {
  if (!one || !other) return one !== undefined;
  return one.gain > other.gain || (one.gain === other.gain && one.id < other.id);
}

function swap(heap: Offer[], a: number, b: number): void {
  const [one, other] = [heap[a], heap[b]];
  if (!one || !other) return;
  heap[a] = other;
  heap[b] = one;
}

function rise(heap: Offer[]): void {
  let at = heap.length - 1;
  for (let above = (at - 1) >> 1; at > 0 && isBefore(heap[at], heap[above]); above = (at - 1) >> 1) {
    swap(heap, at, above);
    at = above;
  }
}

function sink(heap: Offer[]): void {
  let at = 0;
  for (;;) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    const better = isBefore(heap[right], heap[left]) ? right : left;
    if (!isBefore(heap[better], heap[at])) return;
    swap(heap, at, better);
    at = better;
  }
}
