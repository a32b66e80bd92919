// All cases of the family by size class, and all awkward ones.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import { graphNames, inputNames } from './cases/kinds.ts';
import type {
  AppendCase,
  AtomicsCase,
  CompactCase,
  ContentionCase,
  DegreesCase,
  Graph,
  HashCase,
  HistogramCase,
  Input,
  LevelsCase,
} from './cases/kinds.ts';

/** Counts of the elements in each bin. */
export function histogramCase(n: number, bins: number, input: Input = 'uniform'): HistogramCase {
  return { n, bins, input, dtype: 'u32' };
}

/** Additions to so many words. */
export function contentionCase(n: number, targets: number): ContentionCase {
  return { n, targets, dtype: 'u32' };
}

/** A list of all words, by as many threads as are asked for. */
export function appendCase(n: number, threads?: number): AppendCase {
  return threads === undefined ? { n, dtype: 'u32' } : { n, threads, dtype: 'u32' };
}

/** A list of the words that are kept, in any order. */
export function compactCase(n: number, keep: number): CompactCase {
  return { n, keep, dtype: 'u32' };
}

/** The same in their own order. */
export function stableCase(n: number, keep: number): CompactCase {
  return { n, keep, order: 'kept', dtype: 'u32' };
}

/** Degrees of vertices. */
export function degreesCase(n: number, graph: Graph): DegreesCase {
  return { n, graph, dtype: 'u32' };
}

/** Distances from a vertex. */
export function levelsCase(n: number, graph: Graph, source = 0): LevelsCase {
  return { n, graph, source, dtype: 'u32' };
}

/** A table that is filled and asked. */
export function hashCase(n: number, load: number): HashCase {
  return { n, load, dtype: 'u32' };
}

/** Words of the timed vectors: 256 MiB, four times the last-level cache of an H200. */
const long = 2 ** 26;

// Vertices of the timed graphs, whose 64 MiB of edges are more than that cache holds, and keys of the timed tables.
const [vertices, keys] = [2 ** 20, 2 ** 22];

const powersOfTwo = (most: number) => Array.from({ length: most + 1 }, (_, log2) => 2 ** log2);

/** The timed cases by size class. */
export const timedCases = {
  tiny: [
    histogramCase(10_007, 100, 'zipf'),
    contentionCase(10_007, 16),
    appendCase(5003),
    appendCase(100, 1),
    compactCase(10_007, 40),
    degreesCase(600, 'power-law'),
    levelsCase(600, 'random'),
    hashCase(2003, 75),
  ],
  small: [histogramCase(2 ** 16, 256)],
  headline: [histogramCase(long, 256)],
  sweep: [
    histogramCase(long, 256, 'zipf'),
    ...[16, 1024, 4096, 16_384, 65_536].map((bins) => histogramCase(long, bins)),
    ...powersOfTwo(20).map((targets) => contentionCase(2 ** 24, targets)),
    ...[10, 90].map((keep) => compactCase(long, keep)),
    stableCase(long, 50),
    degreesCase(vertices, 'power-law'),
    levelsCase(vertices, 'power-law'),
    ...[25, 50, 75, 90].map((load) => hashCase(keys, load)),
  ],
  huge: [
    histogramCase(long, 256, 'hot'),
    appendCase(2 ** 22),
    compactCase(long, 50),
    degreesCase(vertices, 'random'),
    levelsCase(vertices, 'random'),
  ],
} as const satisfies { readonly [size: string]: readonly AtomicsCase[] };

// Around nothing, a vec4, a workgroup, tiles of 2048 and 4096 words, and a grid of more rows than one.
const lengths = [0, 1, 3, 5, 255, 257, 1027, 2048, 4096, 4099, 20_480, 90_001];

const histograms: readonly HistogramCase[] = [
  ...pairwise<HistogramCase>(
    {
      n: lengths,
      bins: [1, 2, 33, 256, 1000, 4096],
      input: inputNames,
      dtype: ['u32'],
    },
    1,
  ),
  // More bins than a workgroup has memory for; a bin of each range alone.
  ...inputNames.flatMap((input) => [
    histogramCase(3001, 9001, input),
    histogramCase(1000, 20_000, input),
    histogramCase(9000, 8193, input),
  ]),
  histogramCase(65_535 * 256 + 1, 256),
];

const contentions: readonly ContentionCase[] = pairwise<ContentionCase>(
  { n: lengths, targets: [1, 3, 16, 257, 4096, 20_000], dtype: ['u32'] },
  2,
);

// A thread alone races with nobody; the more there are, the more is lost.
const races: readonly AppendCase[] = [
  ...lengths.map((n) => appendCase(n)),
  ...[0, 1, 2, 5, 64, 257].map((n) => appendCase(n, 1)),
  ...[2, 33, 256].map((threads) => appendCase(1, threads)),
  ...[
    [2, 2],
    [5, 3],
    [257, 64],
    [1000, 256],
    [4099, 256],
  ].map(([n = 0, threads = 1]) => appendCase(n, threads)),
  appendCase(9001, 1000),
];

const shares = [0, 1, 50, 99, 100];

const compactions: readonly CompactCase[] = [
  ...pairwise<CompactCase>({ n: lengths, keep: shares, dtype: ['u32'] }, 3),
  ...pairwise<CompactCase>(
    { n: [1, 5, 255, 2048, 4099, 20_480], keep: shares, order: ['kept'], dtype: ['u32'] },
    4,
  ),
  // A tile for every state of a look-back window, and more.
  stableCase(2048 * 300 + 5, 30),
  compactCase(65_535 * 256 + 1, 7),
];

// The longest way in a path is as many rounds as it has edges.
const graphs: readonly (DegreesCase | LevelsCase)[] = graphNames.flatMap((graph) =>
  [1, 2, 5, 33, 70].flatMap((n) => [
    degreesCase(n, graph),
    levelsCase(n, graph),
    ...(n > 2 ? [levelsCase(n, graph, n - 2)] : []),
  ]),
);

const manyEdges: readonly (DegreesCase | LevelsCase)[] = (
  ['star', 'random', 'power-law', 'self-loop'] as const
).flatMap((graph) => [degreesCase(3000, graph), levelsCase(3000, graph, 7)]);

const tables: readonly HashCase[] = pairwise<HashCase>(
  { n: [1, 2, 3, 36, 257, 1000, 5003], load: [10, 50, 75, 95], dtype: ['u32'] },
  5,
);

/** Lengths around every edge of a tile, every input, share, graph and load, and problems of nothing. */
export const edgeCases: readonly EdgeCaseSet<AtomicsCase>[] = [
  { set: 'EC-HIST', cases: histograms },
  { set: 'EC-CONTENTION', cases: contentions },
  { set: 'EC-RACE', cases: races },
  { set: 'EC-COMPACT', cases: compactions },
  { set: 'EC-GRAPH', cases: [...graphs, ...manyEdges] },
  { set: 'EC-HASH', cases: tables },
  {
    set: 'EC-EMPTY',
    cases: [
      ...inputNames.map((input) => histogramCase(0, 256, input)),
      contentionCase(0, 16),
      appendCase(0),
      compactCase(0, 50),
      stableCase(0, 50),
      ...graphNames.flatMap((graph) => [degreesCase(0, graph), levelsCase(0, graph)]),
      hashCase(0, 50),
    ],
  },
];
