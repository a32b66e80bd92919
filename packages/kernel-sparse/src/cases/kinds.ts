// What a case of the family is: the shape and the pattern of a matrix, and how many vectors it is multiplied with.
import type { CaseParams } from '@kernel-ladder/harness';

/** Y = A·X: a sparse matrix A times a vector, or times several that lie side by side in the rows of X. */
export type SparseCase = CaseParams & {
  readonly rows: number;
  /** Entries of A. */
  readonly nnz: number;
  /** Columns of A; −1 means as many as rows. */
  readonly columns: number;
  readonly pattern: Pattern;
  /** Hundredths of the power by which row lengths fall with their rank, of the pattern `none`; −1 of all others. */
  readonly skew: number;
  /** Columns of X and of Y. */
  readonly vectors: number;
  readonly fill: Fill;
  readonly dtype: 'f32';
};

/**
 * Where the entries are. `uniform`: as many in each row, in columns drawn evenly. `banded`: as many in each row, side by side along the
 * diagonal. `power-law`: the row of rank k, in random order, has a share of 1 / k. `empty-rows`: every fourth row, at random, has
 * entries. `dense-row`: one row has one in each column. `unsorted`: as uniform, in no order, some columns twice. `blocks`: in full
 * blocks of 4 × 4. `none`: as `skew` says.
 */
export type Pattern = (typeof patterns)[number];

/** Every pattern that a case may name. */
export const patterns = [
  'none',
  'uniform',
  'banded',
  'power-law',
  'empty-rows',
  'dense-row',
  'unsorted',
  'blocks',
] as const;

/**
 * With what entries and vectors are filled. Judged: `uniform` in ±1; `integers`, whose sums are exact; `one-sided`, all positive;
 * `mixed`, entries over thirty decades. Observed: `nan`, an entry; `inf`, the first element of X.
 */
export type Fill = (typeof judgedFills)[number] | (typeof observedFills)[number];

/** Fills of which every result is defined. */
export const judgedFills = ['uniform', 'integers', 'one-sided', 'mixed'] as const;
const observedFills = ['nan', 'inf'] as const;

/** Every fill. */
export const fills: readonly Fill[] = [...judgedFills, ...observedFills];

/** Whether WGSL promises nothing for some of the results. */
export function isObserved(fill: Fill): boolean {
  return observedFills.some((name) => name === fill);
}

/** The side of the blocks of `blocks`. */
export const blockSide = 4;

/** Shape, pattern and number of entries; a square matrix times one vector unless said otherwise. */
export function sparseCase(
  shape: Pick<SparseCase, 'rows' | 'nnz'> & Partial<Omit<SparseCase, 'dtype'>>,
): SparseCase {
  return {
    columns: -1,
    pattern: 'none',
    skew: -1,
    vectors: 1,
    fill: 'uniform',
    ...shape,
    dtype: 'f32',
  } as SparseCase;
}

/** Columns of A. */
export function columnsOf({ rows, columns }: Pick<SparseCase, 'rows' | 'columns'>): number {
  return columns < 0 ? rows : columns;
}

/** The case that the parameters mean, or what does not go together. */
export function combine(params: SparseCase): SparseCase | string {
  const { rows, nnz, pattern, skew } = params;
  const columns = columnsOf(params);
  if ((pattern === 'none') === skew < 0)
    return `pattern=${pattern} and skew=${skew}: write one of them, as pattern=uniform or skew=50`;
  if (nnz > 0 && rows * columns === 0)
    return `nnz=${nnz}: a matrix of ${rows} × ${columns} has no place for an entry`;
  if (pattern === 'blocks' && (rows % blockSide > 0 || columns % blockSide > 0 || nnz % blockSide ** 2 > 0))
    return `pattern=blocks: rows and columns are multiples of ${blockSide}, and nnz is one of ${blockSide ** 2}`;
  return params;
}
