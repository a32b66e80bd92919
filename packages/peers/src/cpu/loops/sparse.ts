// A sparse matrix in compressed rows times one vector or several, sums in f64.
import type { Part, Span } from './part.ts';

/** Y = A·X; row r of A has the entries from offsets[r] up to offsets[r + 1], X and Y have `vectors` elements a row. */
export interface SparseTask {
  readonly kind: 'sparse';
  readonly vectors: number;
  readonly offsets: Uint32Array;
  readonly cols: Uint32Array;
  readonly vals: Float32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Does the rows that begin in a part of the entries: as even as the longest row allows. */
export function sparsePart(task: SparseTask, { index, of }: Part): void {
  const rows = task.offsets.length - 1;
  const at = (part: number) =>
    part === of ? rows : firstRow(task, Math.floor((part * task.vals.length) / of));
  const span = { from: at(index), to: at(index + 1) };
  if (task.vectors === 1) multiplyVector(task, span);
  else multiplyRows(task, span);
}

// The first row that begins at an entry or behind it.
function firstRow({ offsets }: SparseTask, entry: number): number {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((offsets[middle] ?? 0) < entry) low = middle + 1;
    else high = middle;
  }
  return low;
}

function multiplyVector({ offsets, cols, vals, x, y }: SparseTask, { from, to }: Span): void {
  for (let row = from; row < to; row++) {
    const end = offsets[row + 1] ?? 0;
    let sum = 0;
    for (let at = offsets[row] ?? 0; at < end; at++) sum += (vals[at] ?? 0) * (x[cols[at] ?? 0] ?? 0);
    y[row] = sum;
  }
}

function multiplyRows({ vectors, offsets, cols, vals, x, y }: SparseTask, { from, to }: Span): void {
  const sums = new Float64Array(vectors);
  for (let row = from; row < to; row++) {
    sums.fill(0);
    const end = offsets[row + 1] ?? 0;
    for (let at = offsets[row] ?? 0; at < end; at++) {
      const [value, first] = [vals[at] ?? 0, vectors * (cols[at] ?? 0)];
      for (let vector = 0; vector < vectors; vector++)
        sums[vector] = (sums[vector] ?? 0) + value * (x[first + vector] ?? 0);
    }
    y.set(sums, row * vectors);
  }
}
