// What may be tuned of the pipelined tensor rung: its tile, and what a model expects of one.
import type { Constraint, Cost, DeviceFacts, Space, TuningSpec } from '@kernel-ladder/harness';
import { tilesOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { layOutPiped, unevenness } from '../kernels/piped/layout.ts';
import type { PipedLayout, PipedShape, PipedTile } from '../kernels/piped/layout.ts';
import { fragment } from '../kernels/tensor/layout.ts';
import { kindOf } from './tensor.ts';
import { planPiped } from './tensor-pipelined.ts';
import { pipedTileFor } from './tensor-tiles.ts';
import { shapeClassOf } from './shape-class.ts';

/** How the pipelined tensor rung is tuned. */
export const pipedTuning: TuningSpec<GemmCase, PipedTile> = {
  rung: 'tensor-pipelined',
  classOf: shapeClassOf,
  space: pipedSpace,
  plan: planPiped,
};

// From as many elements of C on, the largest parts of a subgroup have work enough.
const manyElements = 2 ** 22;

/** The tiles of the pipelined tensor rung on a case: the largest parts of a subgroup for large products, smaller ones for others. */
export function pipedSpace(params: GemmCase, device: DeviceFacts): Space<PipedTile> {
  const shape = shapeOf(params);
  const isLarge = params.batch * params.m * params.n >= manyElements && params.m > 64;
  return {
    values: {
      ...(isLarge ? largeTiles : smallTiles(params)),
      bk: shape.kind === 'i8-i32' ? [32, 64, 128] : [16, 32, 64],
      reach: isLarge ? [1, 2] : [1, 2, 4],
      flight: isLarge ? [1, 2] : [1, 2, 4],
      staging: ['amid', 'between', 'around'],
      packs: [false, true],
      straight: [false, true],
      turns: [true],
      direct: [!isLarge],
      streams: [0, 1, 3],
    },
    constraints: [
      ...constraintsOf(shape),
      ...(isLarge ? [largestParts(shape), flightOfLarge(shape)] : [flightOfSmall]),
    ],
    model: (tile) => costOf(params, layOutPiped(tile, shape)),
    usual: pipedTileFor(params, device),
  };
}

// Twelve divides the 132 multiprocessors of an H200: two workgroups that come to one of them together then share a row of tiles, and
// its first-level cache. Eight, the usual height, was never more than 1 % faster.
const largeTiles = {
  bm: [128, 256],
  bn: [128, 256],
  subgroupsDown: [2, 4],
  subgroupsAcross: [2, 4],
  stages: [1, 2],
  ahead: [false, true],
  band: [12],
} as const;

function smallTiles({ m }: GemmCase) {
  return {
    bm: m <= 16 ? [16, 64] : m <= 32 ? [32, 64] : [64, 128],
    bn: [64, 128],
    subgroupsDown: [1, 2, 4],
    subgroupsAcross: [1, 2, 4],
    stages: [2],
    ahead: [false, true],
    band: [8],
  } as const;
}

function largestParts({ kind }: PipedShape): Constraint<PipedTile> {
  const most = kind === 'f16' ? 64 * 128 : 64 * 64;
  return {
    why: 'In a large product a subgroup keeps 64 x 64 sums, or as many halves again: a fragment is used most often.',
    holds: ({ bm, bn, subgroupsDown, subgroupsAcross }) => {
      const [partM, partN] = [bm / subgroupsDown, bn / subgroupsAcross];
      return partM === 64 && (partN === 64 || partM * partN === most);
    },
  };
}

function shapeOf(params: GemmCase): PipedShape {
  return { ...params, kind: kindOf(params), rows: params.m, columns: params.n };
}

function constraintsOf(shape: PipedShape): readonly Constraint<PipedTile>[] {
  return [
    {
      why: 'A subgroup keeps up to 64 x 64 sums, 64 x 128 halves: more do not fit into registers. Fewer than 32 of a side use a fragment too seldom.',
      holds: ({ bm, bn, subgroupsDown, subgroupsAcross }) => {
        const [partM, partN] = [bm / subgroupsDown, bn / subgroupsAcross];
        return (
          partM >= Math.min(32, bm) &&
          partN >= 32 &&
          partM * partN <= (shape.kind === 'f16' ? 64 * 128 : 64 * 64)
        );
      },
    },
    ...clashes(shape),
    {
      why: 'Registers for all threads of a workgroup: a multiprocessor has 65,536.',
      holds: (tile) => {
        if (unevenness(tile, shape) !== null) return false;
        const layout = layOutPiped(tile, shape);
        return pipedRegisters(layout) * layout.threads <= 65_536;
      },
    },
    { why: 'Slabs split evenly among threads.', holds: (tile) => unevenness(tile, shape) === null },
  ];
}

// Ways of staging that exclude each other.
function clashes(shape: PipedShape): readonly Constraint<PipedTile>[] {
  // B lies along K.
  const isB = shape.layout[1] === 't';
  const isAlongK = [shape.layout[0] === 'n', isB];
  return [
    {
      why: 'Fragments of the next slab, and slabs that are stored behind products, need a stage of their own.',
      holds: ({ ahead, staging, stages }) => stages === 2 || (!ahead && staging !== 'around'),
    },
    {
      why: 'Loads before all products and stores behind them pay where A comes straight: measured on an H200.',
      holds: ({ staging, straight }) => staging !== 'around' || straight,
    },
    {
      why: 'A load that reaches over several slabs is for an operand along K, and takes a whole line.',
      holds: ({ reach, bk }) => reach === 1 || (isAlongK.includes(true) && reach * bk === lineOf(shape)),
    },
    {
      why: 'Packed slabs are for a staged operand along K, and whole lines already.',
      holds: ({ packs, straight, reach }) =>
        !packs || (reach === 1 && (isB || (shape.layout[0] === 'n' && !straight))),
    },
    {
      why: 'Fragments of an A along K come straight, a slab ahead.',
      holds: ({ straight, ahead, reach }) =>
        !straight || (shape.layout[0] === 'n' && !ahead && (reach === 1 || isB)),
    },
    {
      why: 'Fragments of B stream where A comes straight, over the barrier of two stages.',
      holds: ({ streams, straight, stages }) => streams === 0 || (straight && stages === 2),
    },
  ];
}

function flightOfLarge(shape: PipedShape): Constraint<PipedTile> {
  return {
    why: 'Two rounds on their way take registers that pay for shallow slabs of whole lines alone: measured on an H200.',
    holds: ({ flight, packs, bk }) => flight === 1 || (packs && bk * 4 === lineOf(shape)),
  };
}

// A multiprocessor that has one small tile waits for each slab: 12 KiB that take 600 cycles to come are 20 bytes a cycle.
const flightOfSmall: Constraint<PipedTile> = {
  why: 'Rounds further on their way are for operands as they lie, whose copies stand together.',
  holds: ({ flight, packs, staging, straight }) =>
    flight === 1 || (!packs && !straight && staging === 'amid'),
};

// Elements in a line of 128 bytes.
function lineOf({ kind }: PipedShape): number {
  return kind === 'i8-i32' ? 128 : 64;
}

// Addresses, counters and what the compiler keeps besides: half of that where only B is staged.
const furtherRegisters = 24;

function costOf(params: GemmCase, layout: PipedLayout): Cost {
  const { bm, bn, a, b, threads } = layout;
  const tiles = tilesOf(params, { rows: bm, columns: bn });
  const workgroups = params.batch * tiles.rows * tiles.columns;
  const tileBytes = ((bm + bn) * 16) / layout.packed;
  const bytes = workgroups * params.k * tileBytes;
  // Fragments are read once a product, slabs are written once.
  const fragments = (bn / layout.partN) * bm + (bm / layout.partM) * bn;
  const read = (workgroups * params.k * fragments * 16) / layout.packed;
  return {
    threads,
    registers: pipedRegisters(layout),
    workgroupBytes: 16 * layout.length,
    workgroups,
    bytes: { cache: bytes * lineShare(layout, a) * lineShare(layout, b), workgroup: read + bytes },
  };
}

// Half lines cost more than their bytes: measured, 64 bytes of a row a tenth more than 256.
function lineShare({ bk, packed }: PipedLayout, { way, reach, isPacked }: PipedLayout['a']): number {
  return way === 'along' && !isPacked && (bk / packed) * reach < 8 ? 1.1 : 1;
}

/** Registers that a thread holds through the loop: sums, fragments, and what is on its way. */
export function pipedRegisters(layout: PipedLayout): number {
  const { kind, partM, partN, ahead, streams, flight, a, b } = layout;
  const sums = (partM * partN) / (kind === 'f16' ? 64 : 32);
  // Those that come straight are held for all of a slab.
  const ofA = a.way === 'straight' ? partM * (layout.bk / layout.deep) : partM;
  const ofB = streams > 0 ? (streams + 1) * fragment : partN * (ahead ? 2 : 1);
  const fragments = (4 * (ofA + ofB)) / fragment;
  const held = [a, b].map(({ way, copies, reach }) => {
    const words = { along: 4 * reach, across: 4, turned: 16, straight: 0 };
    return flight * copies * words[way];
  });
  const further = a.way === 'straight' ? furtherRegisters / 2 : furtherRegisters;
  return sums + fragments + held.reduce((all, words) => all + words, 0) + further;
}
