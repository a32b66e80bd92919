// All cases of the family by size class, and all awkward ones.
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import { judgedFills, sparseCase } from './cases/kinds.ts';
import type { Fill, Pattern, SparseCase } from './cases/kinds.ts';

/** Rows and entries of the timed matrices: sixteen entries a row, 134 MB of entries and columns. */
const large = { rows: 2 ** 20, nnz: 2 ** 24 } as const;
/** Those of the products with several vectors, which move as much. */
const wide = { rows: 2 ** 18, nnz: 2 ** 22 } as const;

/** The timed cases by size class. */
export const timedCases = {
  tiny: [
    sparseCase({ rows: 512, nnz: 8000, pattern: 'blocks' }),
    sparseCase({ rows: 300, nnz: 4000, pattern: 'power-law', vectors: 8 }),
  ],
  small: [sparseCase({ rows: 2 ** 12, nnz: 2 ** 16, pattern: 'uniform' })],
  headline: [sparseCase({ ...large, pattern: 'uniform' })],
  sweep: [
    ...(['banded', 'empty-rows', 'dense-row', 'unsorted', 'blocks'] as const).map((pattern) =>
      sparseCase({ ...large, pattern }),
    ),
    ...[0, 25, 50, 75, 100].map((skew) => sparseCase({ ...large, skew })),
    // As many entries in longer rows and in shorter ones.
    ...[2 ** 16, 2 ** 22].map((rows) => sparseCase({ rows, nnz: large.nnz, pattern: 'uniform' })),
    ...[4, 8, 64].map((vectors) => sparseCase({ ...wide, pattern: 'uniform', vectors })),
  ],
  huge: [
    sparseCase({ ...large, pattern: 'power-law' }),
    sparseCase({ ...wide, pattern: 'uniform', vectors: 32 }),
  ],
} as const satisfies { readonly [size: string]: readonly SparseCase[] };

const regular: readonly Pattern[] = ['uniform', 'banded', 'power-law', 'empty-rows', 'dense-row', 'unsorted'];

// Around a subgroup, two rows a team of lanes, a workgroup of rows, a tile of 1792 items and several of them; rows from none to longer than a workgroup.
const shapes: readonly Pick<SparseCase, 'rows' | 'nnz'>[] = [
  { rows: 1, nnz: 1 },
  { rows: 1, nnz: 3000 },
  { rows: 3, nnz: 7 },
  { rows: 31, nnz: 100 },
  { rows: 33, nnz: 2013 },
  { rows: 255, nnz: 1537 },
  { rows: 257, nnz: 4200 },
  { rows: 1000, nnz: 333 },
  { rows: 1025, nnz: 16_500 },
  { rows: 2049, nnz: 1536 },
];

const matrices: readonly SparseCase[] = [
  ...regular.flatMap((pattern) => shapes.map((shape) => sparseCase({ ...shape, pattern }))),
  // A row ends with a tile of entries.
  sparseCase({ rows: 256, nnz: 4096, pattern: 'uniform' }),
  ...[0, 30, 100, 150].flatMap((skew) =>
    shapes.filter(({ rows }) => rows > 200).map((shape) => sparseCase({ ...shape, skew })),
  ),
];

const blocky: readonly SparseCase[] = [
  [4, 16],
  [8, 16],
  [64, 640],
  [100, 4000],
  [512, 16_000],
  [1028, 4112],
].map(([rows = 0, nnz = 0]) => sparseCase({ rows, nnz, pattern: 'blocks' }));

const oblong: readonly SparseCase[] = [
  sparseCase({ rows: 500, nnz: 4000, columns: 3, pattern: 'uniform' }),
  sparseCase({ rows: 500, nnz: 4000, columns: 3, pattern: 'dense-row' }),
  sparseCase({ rows: 2, nnz: 5000, columns: 100_000, pattern: 'uniform' }),
  sparseCase({ rows: 2, nnz: 5000, columns: 4000, pattern: 'dense-row' }),
  sparseCase({ rows: 70_000, nnz: 100_000, columns: 10, pattern: 'power-law' }),
  sparseCase({ rows: 8, nnz: 256, columns: 400, pattern: 'blocks' }),
  sparseCase({ rows: 40, nnz: 16_000, columns: 8, pattern: 'blocks' }),
];

// A row of many tiles among others, three of five, and one of six alone.
const long: readonly SparseCase[] = [
  sparseCase({ rows: 3, nnz: 40_000, columns: 30_000, pattern: 'dense-row' }),
  sparseCase({ rows: 3, nnz: 27_500, columns: 9000, pattern: 'dense-row' }),
  sparseCase({ rows: 1, nnz: 9200, columns: 50_000, pattern: 'uniform' }),
];

const vectorCounts = [2, 3, 4, 5, 8, 31, 32, 33, 64, 100, 200];

const products: readonly SparseCase[] = [
  ...vectorCounts.map((vectors, index) =>
    sparseCase({ rows: 60, nnz: 700, pattern: regular[index % regular.length] ?? 'uniform', vectors }),
  ),
  ...regular.map((pattern, index) =>
    sparseCase({ rows: 301, nnz: 5000, pattern, vectors: vectorCounts[index + 3] ?? 8 }),
  ),
  ...[0, 100].map((skew) => sparseCase({ rows: 200, nnz: 3000, skew, vectors: 12 })),
  ...[4, 7].map((vectors) => sparseCase({ rows: 100, nnz: 4000, pattern: 'blocks', vectors })),
  sparseCase({ rows: 1, nnz: 4000, pattern: 'uniform', vectors: 6 }),
];

const empty: readonly SparseCase[] = [0, 3000].flatMap((rows) => [
  sparseCase({ rows, nnz: 0, pattern: 'uniform' }),
  sparseCase({ rows, nnz: 0, columns: 0, pattern: 'power-law' }),
  sparseCase({ rows: 4 * rows, nnz: 0, pattern: 'blocks' }),
  sparseCase({ rows, nnz: 0, skew: 50, vectors: 4 }),
]);

const otherFills = judgedFills.filter((fill) => fill !== 'uniform');

const filledMatrices = (fill: Fill): readonly SparseCase[] => [
  sparseCase({ rows: 257, nnz: 4200, pattern: 'power-law', fill }),
  sparseCase({ rows: 700, nnz: 2000, pattern: 'uniform', fill }),
  sparseCase({ rows: 260, nnz: 4000, pattern: 'blocks', fill }),
];

const filledProduct = (fill: Fill): SparseCase =>
  sparseCase({ rows: 60, nnz: 700, pattern: 'dense-row', vectors: 5, fill });

/** Shapes around every edge of a launch, patterns and fills of every kind, products with several vectors, nothing, and numbers that are none. */
export const edgeCases: readonly EdgeCaseSet<SparseCase>[] = [
  { set: 'EC-CSR', cases: [...matrices, ...oblong, ...blocky, ...otherFills.flatMap(filledMatrices)] },
  { set: 'EC-LONG', cases: long },
  { set: 'EC-VECTORS', cases: [...products, ...otherFills.map(filledProduct)] },
  { set: 'EC-EMPTY', cases: empty },
  {
    set: 'EC-NAN',
    cases: [
      sparseCase({ rows: 700, nnz: 2000, pattern: 'uniform', fill: 'nan' }),
      ...filledMatrices('inf'),
      filledProduct('nan'),
      filledProduct('inf'),
    ],
  },
];
