// Which of many waiting messages goes first, when each needs two things that others use as well.

/**
 * Serves all items, always the one that can start earliest; among equals the one that stands first in the list. So
 * nothing stays idle while somebody waits for it alone. `startOf` may grow as others are served, never fall.
 * Up to count² calls of `startOf`, when all wait for one thing.
 */
export function serveEarliest(
  items: Int32Array,
  startOf: (item: number) => number,
  serve: (item: number) => void,
): void {
  const heap = createHeap(Float64Array.from(items, startOf));
  while (heap.size > 0) {
    const place = heap.places[0] ?? 0;
    const item = items[place] ?? 0;
    const start = startOf(item);
    // The start was the earliest when the item was queued; others may have been served since.
    if (start > (heap.starts[place] ?? 0)) {
      heap.starts[place] = start;
    } else {
      serve(item);
      heap.size -= 1;
      heap.places[0] = heap.places[heap.size] ?? 0;
    }
    sink(heap, 0);
  }
}

// A binary heap of places in the list, the earliest start on top.
interface Heap {
  readonly starts: Float64Array;
  readonly places: Int32Array;
  size: number;
}

function createHeap(starts: Float64Array): Heap {
  const heap = { starts, places: Int32Array.from(starts, (_, place) => place), size: starts.length };
  for (let at = Math.floor(starts.length / 2) - 1; at >= 0; at -= 1) sink(heap, at);
  return heap;
}

function sink(heap: Heap, from: number): void {
  const { places } = heap;
  let at = from;
  for (;;) {
    const least = earlier(heap, earlier(heap, at, 2 * at + 1), 2 * at + 2);
    if (least === at) return;
    [places[at], places[least]] = [places[least] ?? 0, places[at] ?? 0];
    at = least;
  }
}

function earlier({ starts, places, size }: Heap, a: number, b: number): number {
  if (b >= size) return a;
  const [first, second] = [places[a] ?? 0, places[b] ?? 0];
  const difference = (starts[first] ?? 0) - (starts[second] ?? 0);
  return difference < 0 || (difference === 0 && first < second) ? a : b;
}
