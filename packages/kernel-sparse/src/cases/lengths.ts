// How long the rows of a matrix are: by their rank a matter of the case alone, so that a plan knows the longest.
import { blockSide, columnsOf } from './kinds.ts';
import type { Pattern, SparseCase } from './kinds.ts';

/** Rows by rank: how many entries those before a rank have together. */
type Ends = (rank: number) => number;

type Sizes = Pick<SparseCase, 'rows' | 'nnz' | 'columns' | 'skew'>;

interface Distribution {
  readonly ends: (sizes: Sizes) => Ends;
  /** Whether the rows come in another order than that of their ranks. */
  readonly isShuffled?: true;
}

/** Entries of all rows before one, by rank. The last row ends at nnz. */
export function rankEnds(params: SparseCase): Ends {
  return distributions[params.pattern].ends(params);
}

/** Whether the row of a rank is drawn; else it is the one of that number. */
export function isShuffled({ pattern }: SparseCase): boolean {
  return distributions[pattern].isShuffled ?? false;
}

/** Entries that no row has more of; where shares are not whole the longest may have one less. */
export function longestRow(params: SparseCase): number {
  const { rows, nnz, pattern } = params;
  if (rows === 0 || nnz === 0) return 0;
  if (pattern === 'blocks') return blockSide * Math.ceil(nnz / blockSide ** 2 / (rows / blockSide));
  if (isEven(params)) return Math.ceil(nnz / occupied(params));
  const ends = rankEnds(params);
  // From the second rank on shares never grow, and any may be rounded up.
  return Math.min(nnz, Math.max(ends(1), ends(2) - ends(1)) + 1);
}

/** Entries of a row if all have as many. */
export function meanRow({ rows, nnz }: Pick<SparseCase, 'rows' | 'nnz'>): number {
  return nnz / Math.max(1, rows);
}

function isEven({ pattern, skew }: SparseCase): boolean {
  return pattern === 'none' ? skew === 0 : !['power-law', 'dense-row'].includes(pattern);
}

function occupied({ rows, pattern }: SparseCase): number {
  return pattern === 'empty-rows' ? Math.ceil(rows / 4) : rows;
}

const even: Distribution = { ends: (sizes) => share(sizes, sizes.rows) };

const distributions: { readonly [Name in Pattern]: Distribution } = {
  uniform: even,
  banded: even,
  unsorted: even,
  blocks: {
    ends: ({ rows, nnz }) => {
      const side = blockSide;
      const above = share({ nnz: nnz / side ** 2 }, rows / side);
      return (row) => {
        const block = Math.floor(row / side);
        const before = above(block);
        return side ** 2 * before + side * (row % side) * (above(block + 1) - before);
      };
    },
  },
  'power-law': { ends: (sizes) => fallingShares(sizes, 1), isShuffled: true },
  none: { ends: (sizes) => fallingShares(sizes, sizes.skew / 100), isShuffled: true },
  'empty-rows': { ends: (sizes) => share(sizes, Math.ceil(sizes.rows / 4)), isShuffled: true },
  'dense-row': {
    ends: (sizes) => {
      const { rows, nnz } = sizes;
      const dense = rows === 1 ? nnz : Math.min(nnz, columnsOf(sizes));
      const others = share({ nnz: nnz - dense }, rows - 1);
      return (rank) => (rank === 0 ? 0 : dense + others(rank - 1));
    },
    isShuffled: true,
  },
};

// The same number of entries for the first `count` ranks, and none for the others.
function share({ nnz }: Pick<Sizes, 'nnz'>, count: number): Ends {
  return (rank) => (count === 0 ? 0 : Math.floor((Math.min(rank, count) * nnz) / count));
}

// The row of rank k has a share of the integral of t^−power from k + 1 to k + 2: for the power 1 close to Zipf's law.
function fallingShares({ rows, nnz }: Sizes, power: number): Ends {
  const sum = (rank: number) =>
    power === 1 ? Math.log(rank + 1) : ((rank + 1) ** (1 - power) - 1) / (1 - power);
  const total = sum(rows);
  return (rank) => (rank >= rows ? nnz : Math.floor((nnz * sum(rank)) / total));
}
