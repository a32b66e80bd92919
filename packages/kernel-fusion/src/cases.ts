// Which problems are timed, and which awkward ones are checked.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import { fills, graphs, ops } from './problem.ts';
import type { ChainCase, Fill, FusionCase, GraphCase, GraphName, Op, OpCase } from './problem.ts';

/** An operation on as many rows as columns, unless said otherwise. */
export function opCase(op: Op, n: number, more: Pick<OpCase, 'rows' | 'fill'> = {}): OpCase {
  return { n, ...more, op, dtype: 'f32' };
}

/** A chain of maps. */
export function chainCase(n: number, length: number, more: Pick<ChainCase, 'fill'> = {}): ChainCase {
  return { n, length, ...more, dtype: 'f32' };
}

/** A graph. */
export function graphCase(
  graph: GraphName,
  more: Pick<GraphCase, 'width' | 'pass' | 'fill'> = {},
): GraphCase {
  return { graph, ...more, dtype: 'f32' };
}

const rowOps = ['bias-gelu', 'residual-layernorm', 'scale-mask-softmax'] as const;
const lengths = [1, 2, 4, 8] as const;

/** The timed cases by size class: beyond the caches of a large GPU, but for the graphs, which are what a step of a small model has. */
export const timedCases = {
  tiny: [
    opCase('matmul-bias-relu', 36),
    ...rowOps.map((op) => opCase(op, 40)),
    chainCase(1000, 4),
    ...graphs.map((graph) => graphCase(graph, { width: 16 })),
    graphCase('mlp', { width: 16, pass: 'both' }),
  ],
  small: [
    opCase('bias-gelu', 256),
    chainCase(2 ** 16, 4),
    opCase('softmax', 256),
    graphCase('mlp', { width: 32, pass: 'both' }),
  ],
  headline: [
    opCase('matmul-bias-relu', 4096),
    ...rowOps.map((op) => opCase(op, 8192)),
    // Beside the rungs of their families that are written by hand, on the same numbers of rows and columns.
    ...(['softmax', 'layernorm'] as const).map((op) => opCase(op, 4096, { rows: 16_384 })),
    opCase('add', 8192),
    ...lengths.map((length) => chainCase(2 ** 26, length)),
    ...graphs.map((graph) => graphCase(graph)),
    ...graphs.map((graph) => graphCase(graph, { pass: 'both' })),
  ],
  sweep: [
    // Further shapes of the softmax and norm families.
    ...(['softmax', 'layernorm'] as const).flatMap((op) =>
      [1024, 8192].map((n) => opCase(op, n, { rows: 2 ** 26 / n })),
    ),
    opCase('matmul-bias-relu', 2048),
    ...rowOps.map((op) => opCase(op, 2048)),
    ...lengths.map((length) => chainCase(2 ** 20, length)),
  ],
} as const;

const all: readonly Op[] = ops;

function crossed(
  axes: {
    readonly rows: readonly number[];
    readonly n: readonly number[];
    readonly op: readonly Op[];
    readonly fill: readonly Fill[];
  },
  seed: number,
): readonly OpCase[] {
  return pairwise(axes, seed).map(({ rows, n, op, fill }) =>
    opCase(op, n, { ...(rows === n ? {} : { rows }), ...(fill === 'uniform' ? {} : { fill }) }),
  );
}

// Around nothing, a quad, a workgroup, four items a thread, and the first row of a folded grid.
const counts = [
  1, 2, 3, 4, 5, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025, 4096, 4100, 32_772, 131_076, 132_096,
];

/** Rows around every edge of quads, subgroups, workgroups and tiles; lengths likewise; graphs of few tokens; nothing at all. */
export const edgeCases: readonly EdgeCaseSet<FusionCase>[] = [
  {
    set: 'EC-2D',
    cases: [
      ...crossed({ rows: [1, 3, 33], n: [1, 4, 31, 33, 64, 100], op: all, fill: fills }, 1),
      ...crossed({ rows: [2, 65], n: [130, 260, 516], op: all, fill: ['uniform', 'wide'] }, 2),
      // Rows that no registers of a workgroup hold, and more of them than a dispatch has workgroups along one dimension.
      ...(['residual-layernorm', 'scale-mask-softmax'] as const).flatMap((op) => [
        opCase(op, 9000, { rows: 2 }),
        opCase(op, 33_001, { rows: 1 }),
        opCase(op, 36, { rows: 66_000 }),
      ]),
    ],
  },
  {
    set: 'EC-1D',
    cases: [
      ...counts.flatMap((n, index) => [
        chainCase(n, (index % 8) + 1),
        chainCase(n, 8 - (index % 8), { fill: 'wide' }),
      ]),
      ...fills.map((fill) => chainCase(1000, 8, fill === 'uniform' ? {} : { fill })),
      chainCase(65_535 * 1024 + 4, 2),
    ],
  },
  {
    set: 'EC-GRAPH',
    cases: [
      graphCase('mlp', { width: 8, pass: 'both', fill: 'integers' }),
      ...graphs.flatMap((graph) => [
        graphCase(graph, { width: 16, fill: 'wide' }),
        graphCase(graph, { width: 16, fill: 'integers' }),
        graphCase(graph, { width: 136, pass: 'both' }),
        // For hardware: more than one tile of a product each way.
        graphCase(graph, { width: 136 }),
        graphCase(graph, { width: 264, fill: 'wide' }),
      ]),
    ],
  },
  {
    set: 'EC-EMPTY',
    cases: [
      ...all.flatMap((op) => [opCase(op, 4, { rows: 0 }), opCase(op, 0)]),
      chainCase(0, 1),
      chainCase(0, 8),
    ],
  },
];
