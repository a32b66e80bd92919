// Degrees, and distances by a search that keeps a queue.
import type { NumberArray } from '@kernel-ladder/harness';
import type { DegreesCase, LevelsCase } from '../cases/kinds.ts';

/** What a vertex that cannot be reached is away. */
export const unreachable = 0xffffffff;

/** How many ends of edges are at each vertex: a loop has two. */
export function degreesOf({ n }: Pick<DegreesCase, 'n'>, edges: NumberArray): Uint32Array {
  const degrees = new Uint32Array(n);
  for (const vertex of edges) degrees[vertex] = (degrees[vertex] ?? 0) + 1;
  return degrees;
}

/** How many edges each vertex is away from the source. */
export function levelsOf({ n, source }: LevelsCase, edges: NumberArray): NumberArray {
  const levels = new Uint32Array(n).fill(unreachable);
  if (n === 0) return levels;
  const { first, neighbours } = adjacency(n, edges);
  const queue = new Uint32Array(n);
  let [begin, end] = [0, 1];
  queue[0] = source;
  levels[source] = 0;
  for (; begin < end; begin++) {
    const vertex = queue[begin] ?? 0;
    for (let at = first[vertex] ?? 0; at < (first[vertex + 1] ?? 0); at++) {
      const next = neighbours[at] ?? 0;
      if (levels[next] !== unreachable) continue;
      levels[next] = (levels[vertex] ?? 0) + 1;
      queue[end++] = next;
    }
  }
  return levels;
}

// The neighbours of vertex v stand from first[v] up to first[v + 1].
function adjacency(n: number, edges: NumberArray) {
  const first = new Uint32Array(n + 1);
  first.set(degreesOf({ n }, edges), 1);
  for (let vertex = 0; vertex < n; vertex++)
    first[vertex + 1] = (first[vertex + 1] ?? 0) + (first[vertex] ?? 0);
  const free = first.slice();
  const neighbours = new Uint32Array(edges.length);
  for (let at = 0; at < edges.length; at++) {
    const vertex = edges[at] ?? 0;
    const place = free[vertex] ?? 0;
    neighbours[place] = edges[at ^ 1] ?? 0;
    free[vertex] = place + 1;
  }
  return { first, neighbours };
}
