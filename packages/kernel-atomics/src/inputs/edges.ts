// The edges of a graph, as pairs of vertices.
import { allocate } from '@kernel-ladder/harness';
import type { NumberArray, Random } from '@kernel-ladder/harness';
import { edgesOf } from '../cases/graphs.ts';
import type { GraphShape } from '../cases/graphs.ts';

/** An edge by its number: two vertices of the graph as it is drawn. */
type Edge = (index: number) => readonly [from: number, to: number];

/** Both ends of all edges, one after the other. The graph belongs to the case; which vertex is which is drawn for the run. */
export function edgesBetween(shape: GraphShape, random: Random, structure: Random): NumberArray {
  const { n } = shape;
  const edges = allocate('u32', 2 * edgesOf(shape));
  const turn = random.integer(0, Math.max(0, n - 1));
  const edge = edgeOf(shape, structure);
  for (let index = 0; index < edges.length / 2; index++) {
    const [from, to] = edge(index);
    edges[2 * index] = (from + turn) % n;
    edges[2 * index + 1] = (to + turn) % n;
  }
  return edges;
}

function edgeOf({ n, graph }: GraphShape, structure: Random): Edge {
  const any = () => structure.integer(0, n - 1);
  // Vertex v is drawn with a density of v^(-3/4): a few have a large share of all edges.
  const early = () => Math.floor(n * structure.uniform(0, 1) ** 4);
  switch (graph) {
    case 'path':
      return (index) => [index, index + 1];
    case 'star':
      return (index) => [0, index + 1];
    case 'random':
      return () => [any(), any()];
    case 'power-law':
      return () => [early(), any()];
    case 'self-loop':
      return (index) => (index < n ? [index, index] : [0, index - n + 1]);
    case 'empty':
      return () => {
        throw new Error('an empty graph has no edge');
      };
    default:
      return graph satisfies never;
  }
}
