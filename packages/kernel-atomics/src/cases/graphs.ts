// The shapes of graphs: how many edges they have, and how deep a search of them can go.
import type { DegreesCase, LevelsCase } from './kinds.ts';

/** A graph's name and its number of vertices. */
export type GraphShape = Pick<DegreesCase | LevelsCase, 'n' | 'graph'>;

/** Edges for each vertex of a random graph: few vertices are apart from the others then. */
const edgesEach = 8;

// With 16 neighbours on average a million vertices lie within some ten edges of each other.
const deepest = 32;

/** Edges of a graph. */
export function edgesOf({ n, graph }: GraphShape): number {
  const others = Math.max(0, n - 1);
  switch (graph) {
    case 'path':
    case 'star':
      return others;
    case 'random':
    case 'power-law':
      return edgesEach * n;
    case 'empty':
      return 0;
    case 'self-loop':
      return n + others;
    default:
      return graph satisfies never;
  }
}

/** The most edges that a vertex can be away from another. */
export function depthOf({ n, graph }: GraphShape): number {
  const others = Math.max(0, n - 1);
  switch (graph) {
    case 'path':
      return others;
    case 'star':
    case 'self-loop':
      return Math.min(2, others);
    case 'random':
    case 'power-law':
      return Math.min(deepest, others);
    case 'empty':
      return 0;
    default:
      return graph satisfies never;
  }
}
