// Pieces of straight lines that meet at given places, by least squares.

/** A point of a curve. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A fit of straight pieces. */
export interface Pieces {
  /** Where they meet, ascending. */
  readonly bends: readonly number[];
  /** One more than there are bends. */
  readonly slopes: readonly number[];
  /** The sum of the squared distances of the points, along y. */
  readonly squares: number;
}

/** Fits a constant, a slope and a change of slope at every bend; the bends must leave every piece a point of its own. */
export function pieces(points: readonly Place[], bends: readonly number[]): Pieces {
  const start = points[0]?.x ?? 0;
  const terms = points.map(({ x }) => [1, x - start, ...bends.map((bend) => Math.max(0, x - bend))]);
  const factors = solved(normalEquations(terms, points));
  const squares = points.reduce((sum, { y }, row) => sum + (y - dot(terms[row] ?? [], factors)) ** 2, 0);
  const [, ...changes] = factors;
  const slopes = changes.map((_, at) => changes.slice(0, at + 1).reduce((sum, change) => sum + change, 0));
  return { bends, slopes, squares };
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

// Rows of the matrix with the right side behind each.
function normalEquations(terms: readonly (readonly number[])[], points: readonly Place[]): number[][] {
  const columns = (terms[0] ?? []).map((_, column) => terms.map((row) => row[column] ?? 0));
  const right = points.map(({ y }) => y);
  return columns.map((column) => [...columns.map((other) => dot(column, other)), dot(column, right)]);
}

// Gauss and Jordan with the largest pivot; rows are changed in place, which are the caller's own copies.
function solved(rows: number[][]): readonly number[] {
  rows.forEach((_, at) => {
    const below = rows.slice(at).map((row) => Math.abs(row[at] ?? 0));
    const pivot = at + below.indexOf(Math.max(...below));
    const [own, other] = [rows[at] ?? [], rows[pivot] ?? []];
    [rows[at], rows[pivot]] = [other, own];
    const scale = other[at] ?? 1;
    const unit = other.map((value) => value / scale);
    rows[at] = unit;
    rows.forEach((row, index) => {
      const factor = row[at] ?? 0;
      if (index !== at) rows[index] = row.map((value, column) => value - factor * (unit[column] ?? 0));
    });
  });
  return rows.map((row) => row.at(-1) ?? 0);
}
