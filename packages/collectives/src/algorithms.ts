// The closed forms: which messages each algorithm sends, as phases. S is the message of one rank, n the ranks.
import type { Placement } from './network.ts';
import type { Phase } from './phases.ts';
import type { Algorithm } from './schedules/index.ts';

/** The phases of an allreduce of `bytes` per rank, as the schedule of that name sends them; empty for one rank. */
export function phasesOf(algorithm: Algorithm, bytes: number, placement: Placement): readonly Phase[] {
  if (placement.ranks === 1) return [];
  return table[algorithm](bytes, placement).filter(({ steps }) => steps > 0);
}

const table: {
  readonly [Name in Algorithm]: (bytes: number, placement: Placement) => readonly Phase[];
} = {
  ring,
  tree,
  'double-tree': doubleTree,
  'halving-doubling': halvingDoubling,
  'one-shot': oneShot,
  'two-shot': twoShot,
  hierarchical,
};

// Patarasuk & Yuan 2009: n − 1 steps of reduce-scatter and n − 1 of all-gather, S/n each: 2(n−1)(α + S/(nβ)) + (n−1)S/(nγ).
function ring(bytes: number, { ranks, nodes, perNode }: Placement): readonly Phase[] {
  const step = {
    steps: ranks - 1,
    bytes: bytes / ranks,
    perPort: perNode > 1 ? 1 : 0,
    perFabric: nodes > 1 ? perNode - 1 : perNode,
    leaving: nodes > 1 ? 1 : 0,
    perNode: nodes > 1 ? 1 : 0,
    interShare: nodes > 1 ? nodes / ranks : 0,
    striped: true,
  };
  return [
    { ...step, reduces: true },
    { ...step, reduces: false },
  ];
}

// Up and down a binary tree, a level a step: a parent's port carries the messages of both children.
function tree(bytes: number, placement: Placement): readonly Phase[] {
  const levels = Array.from({ length: Math.ceil(Math.log2(placement.ranks)) }, (_, level) => {
    const distance = 2 ** level;
    const siblings = 3 * distance < placement.ranks ? 2 : 1;
    return { ...treeHop(bytes, distance, placement), ...spread(siblings, distance, placement) };
  });
  return [
    ...levels.map((phase) => ({ ...phase, reduces: true })),
    ...levels.toReversed().map((phase) => ({ ...phase, reduces: false })),
  ];
}

function treeHop(bytes: number, distance: number, { nodes, perNode }: Placement) {
  const interShare = nodes > 1 && 2 * distance >= perNode ? 1 : 0;
  return { steps: 1, bytes, interShare, perFabric: Math.floor(perNode / (2 * distance)) };
}

// A parent's children sit on both sides of it, so that half a node's width away one of the two is in another node.
function spread(siblings: number, distance: number, { nodes, perNode }: Placement) {
  const leaving = nodes === 1 || 2 * distance < perNode ? 0 : distance < perNode ? 1 : siblings;
  return { leaving, perNode: leaving, perPort: siblings - leaving };
}

// Two trees of half the message: who is inside one is a leaf of the other, so no port meets both.
function doubleTree(bytes: number, placement: Placement): readonly Phase[] {
  return tree(bytes / 2, placement).map((phase) => ({ ...phase, perFabric: 2 * phase.perFabric }));
}

// Rabenseifner 2004: log₂n exchanges of S/2, S/4 … S/n at distance 1, 2 … n/2, and the same back: 2log₂n·α +
// 2(n−1)S/(nβ) + (n−1)S/(nγ). Ranks beyond a power of two hand all they have to a neighbour first and get the result last
// (Thakur, Rabenseifner, Gropp 2005).
function halvingDoubling(bytes: number, placement: Placement): readonly Phase[] {
  const levels = Math.floor(Math.log2(placement.ranks));
  const fold = placement.ranks > 2 ** levels ? [exchange(bytes, 1, placement)] : [];
  const halving = Array.from({ length: levels }, (_, level) =>
    exchange(bytes / 2 ** (level + 1), 2 ** level * (fold.length + 1), placement),
  );
  const forward = [...fold, ...halving];
  return [
    ...forward.map((phase) => ({ ...phase, reduces: true })),
    ...forward.toReversed().map((phase) => ({ ...phase, reduces: false })),
  ];
}

function exchange(bytes: number, distance: number, { nodes, perNode }: Placement): Omit<Phase, 'reduces'> {
  const isInter = nodes > 1 && distance >= perNode;
  return {
    steps: 1,
    bytes,
    perPort: isInter ? 0 : 1,
    perFabric: isInter ? 0 : perNode,
    leaving: isInter ? 1 : 0,
    perNode: isInter ? perNode : 0,
    interShare: isInter ? 1 : 0,
  };
}

// Every rank sends its whole message to every other and reduces alone: α + (n−1)S/β.
function oneShot(bytes: number, placement: Placement): readonly Phase[] {
  return [{ ...toAll(bytes, placement), reduces: true }];
}

// Every rank reduces one n-th for all and sends it to all: 2α + 2(n−1)S/(nβ).
function twoShot(bytes: number, placement: Placement): readonly Phase[] {
  const part = toAll(bytes / placement.ranks, placement);
  return [
    { ...part, reduces: true },
    { ...part, reduces: false },
  ];
}

function toAll(bytes: number, { ranks, nodes, perNode }: Placement): Omit<Phase, 'reduces'> {
  return {
    steps: 1,
    bytes,
    perPort: perNode - 1,
    perFabric: perNode * (perNode - 1),
    leaving: ranks - perNode,
    perNode: nodes > 1 ? perNode * (ranks - perNode) : 0,
    interShare: nodes > 1 ? 1 : 0,
  };
}

// Reduce-scatter inside each node, a ring of each shard across the nodes, all-gather inside each node.
function hierarchical(bytes: number, { nodes, perNode }: Placement): readonly Phase[] {
  const inside = {
    steps: perNode - 1,
    bytes: bytes / perNode,
    perPort: 1,
    perFabric: perNode,
    leaving: 0,
    perNode: 0,
    interShare: 0,
  };
  const across = {
    steps: nodes - 1,
    bytes: bytes / (perNode * nodes),
    perPort: 0,
    perFabric: 0,
    leaving: 1,
    perNode,
    interShare: 1,
  };
  return [
    { ...inside, reduces: true },
    { ...across, reduces: true },
    { ...across, reduces: false },
    { ...inside, reduces: false },
  ];
}
