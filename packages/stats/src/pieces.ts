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
  const factors = solved(normalEquations(points, bends), bends.length + 2);
  const terms = new Float64Array(bends.length + 2);
  let squares = 0;
  for (const { x, y } of points) {
    termsAt(x - (points[0]?.x ?? 0), x, { bends, terms });
    let rest = y;
    for (let column = 0; column < terms.length; column++) rest -= at(terms, column) * at(factors, column);
    squares += rest * rest;
  }
  let slope = 0;
  const slopes = Array.from(factors.subarray(1), (change) => (slope += change));
  return { bends, slopes, squares };
}

// Written in place here and below: a search for bends asks thousands of times.
function termsAt(
  fromStart: number,
  x: number,
  { bends, terms }: { readonly bends: readonly number[]; readonly terms: Float64Array },
): void {
  terms[0] = 1;
  terms[1] = fromStart;
  for (let bend = 0; bend < bends.length; bend++) terms[bend + 2] = Math.max(0, x - (bends[bend] ?? 0));
}

// Row after row, each with its right side behind it.
function normalEquations(points: readonly Place[], bends: readonly number[]): Float64Array {
  const size = bends.length + 2;
  const terms = new Float64Array(size);
  const sums = new Float64Array(size * (size + 1));
  for (const { x, y } of points) {
    termsAt(x - (points[0]?.x ?? 0), x, { bends, terms });
    for (let row = 0; row < size; row++) {
      const own = at(terms, row);
      const start = row * (size + 1);
      for (let column = 0; column < size; column++)
        sums[start + column] = at(sums, start + column) + own * at(terms, column);
      sums[start + size] = at(sums, start + size) + own * y;
    }
  }
  return sums;
}

// Gauss and Jordan. Normal equations are positive definite, which needs no pivots.
function solved(rows: Float64Array, size: number): Float64Array {
  const width = size + 1;
  for (let pivot = 0; pivot < size; pivot++) {
    const scale = at(rows, pivot * width + pivot);
    for (let column = pivot; column < width; column++)
      rows[pivot * width + column] = at(rows, pivot * width + column) / scale;
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue;
      const factor = at(rows, row * width + pivot);
      for (let column = pivot; column < width; column++)
        rows[row * width + column] =
          at(rows, row * width + column) - factor * at(rows, pivot * width + column);
    }
  }
  return Float64Array.from({ length: size }, (_, row) => at(rows, row * width + size));
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
