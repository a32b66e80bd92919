// Two levels of network: what stays inside a node never waits for the slower links between nodes.
import type { Schedule, Transfer } from '../schedule.ts';
import { addAllGather, addReduceScatter } from './ring.ts';
import type { Ring } from './ring.ts';
import { checkShape, chunkOf, wholeOf } from './shape.ts';
import type { Shape } from './shape.ts';

/**
 * Reduce-scatter round each node's g ranks, an allreduce of every shard round the k nodes (rank i of each node takes
 * shard i), all-gather round each node: 2(g − 1) + 2(k − 1) steps, and only 2(k − 1)/k of the vector leaves a node.
 * `nodes` must divide the ranks.
 */
export function hierarchical(shape: Shape): Schedule {
  checkShape(shape);
  const { ranks, elements, nodes = 1 } = shape;
  const perNode = ranks / nodes;
  const [inside, between] = [perNode - 1, nodes - 1];
  const inner = Array.from({ length: nodes }, (_, node) => innerRing(shape, node));
  const outer = Array.from({ length: perNode }, (_, shard) => outerRing(shape, shard));
  const phases: readonly Phase[] = [
    { first: 0, rings: inner, add: addReduceScatter },
    { first: inside, rings: outer, add: addReduceScatter },
    { first: inside + between, rings: outer, add: addAllGather },
    { first: inside + 2 * between, rings: inner, add: addAllGather },
  ];
  return {
    ranks,
    elements,
    stepCount: 2 * (inside + between),
    step: (index) => {
      const transfers: Transfer[] = [];
      const phase = phases.findLast(({ first }) => first <= index);
      for (const circle of phase?.rings ?? []) phase?.add(transfers, circle, index - phase.first);
      return transfers;
    },
  };
}

interface Phase {
  /** The step that it begins with. */
  readonly first: number;
  readonly rings: readonly Ring[];
  readonly add: typeof addReduceScatter;
}

function innerRing(shape: Shape, node: number): Ring {
  const size = shape.ranks / (shape.nodes ?? 1);
  return {
    size,
    rankAt: (place) => node * size + place,
    chunkAt: (place) => chunkOf(wholeOf(shape), size, place, shape.granularity),
  };
}

function outerRing(shape: Shape, shard: number): Ring {
  const { nodes = 1, granularity } = shape;
  const perNode = shape.ranks / nodes;
  const range = chunkOf(wholeOf(shape), perNode, shard, granularity);
  return {
    size: nodes,
    rankAt: (place) => place * perNode + shard,
    chunkAt: (place) => chunkOf(range, nodes, place, granularity),
  };
}
