// Matrix products, tile by tile.
import { spanOf } from './part.ts';
import type { Part, Span } from './part.ts';

/** `batch` products C[m, n] = A[m, k] · B[k, n], row-major. */
export interface GemmTask {
  readonly kind: 'gemm';
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch: number;
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly c: Float32Array;
}

/** Operands of C[m, n] = A[m, k] · B[k, n]; A and C are row-major. */
export interface Product {
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly c: Float32Array;
  readonly n: number;
  readonly k: number;
  /** Elements of B from one row to the next, and from one column to the next. */
  readonly strides: { readonly row: number; readonly column: number };
}

/** Where a product packs columns of B: room for `depth` of them. */
export function panelFor(depth: number): Float64Array {
  return new Float64Array(panelWidth * depth);
}

const panelWidth = 4;
const tileRows = 4;

/** Multiplies one part; the longer side of C is divided, so that a flat product keeps all threads busy. */
export function multiplyPart({ m, n, k, batch, ...task }: GemmTask, part: Part): void {
  const rows = m >= n ? spanOf(m, part, tileRows) : { from: 0, to: m };
  const columns = m >= n ? { from: 0, to: n } : spanOf(n, part, panelWidth);
  const panel = panelFor(k);
  for (let matrix = 0; matrix < batch; matrix++) {
    const a = task.a.subarray(matrix * m * k, (matrix + 1) * m * k);
    const b = task.b.subarray(matrix * k * n, (matrix + 1) * k * n);
    const c = task.c.subarray(matrix * m * n, (matrix + 1) * m * n);
    multiply({ a, b, c, n, k, strides: { row: n, column: 1 } }, { rows, columns, panel });
  }
}

/** Writes a rectangle of C. */
export function multiply(
  product: Product,
  { rows, columns, panel }: { readonly rows: Span; readonly columns: Span; readonly panel: Float64Array },
): void {
  for (let column = columns.from; column < columns.to; column += panelWidth) {
    const width = Math.min(panelWidth, columns.to - column);
    packPanel(panel, product, { column, width });
    for (let row = rows.from; row < rows.to; row += tileRows) {
      const height = Math.min(tileRows, rows.to - row);
      multiplyTile({ ...product, panel, row, column, height, width });
    }
  }
}

interface Columns {
  readonly column: number;
  readonly width: number;
}

// Four columns of B side by side: the loop over k then reads what lies together.
function packPanel(panel: Float64Array, { b, k, strides }: Product, { column, width }: Columns): void {
  for (let depth = 0; depth < k; depth++) {
    for (let lane = 0; lane < panelWidth; lane++) {
      const at = depth * strides.row + (column + lane) * strides.column;
      panel[panelWidth * depth + lane] = lane < width ? (b[at] ?? 0) : 0;
    }
  }
}

interface Tile extends Product, Columns {
  readonly panel: Float64Array;
  readonly row: number;
  readonly height: number;
}

// 4 × 4 sums in named variables: an array of sums would be read and written at every step. Rows behind the last repeat it.
function multiplyTile(tile: Tile): void {
  const { a, panel, k, row, height } = tile;
  const start = (offset: number) => (row + Math.min(offset, height - 1)) * k;
  const [r0, r1, r2, r3] = [start(0), start(1), start(2), start(3)];
  let [s00, s01, s02, s03, s10, s11, s12, s13] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [s20, s21, s22, s23, s30, s31, s32, s33] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let depth = 0; depth < k; depth++) {
    const at = panelWidth * depth;
    const b0 = panel[at] ?? 0;
    const b1 = panel[at + 1] ?? 0;
    const b2 = panel[at + 2] ?? 0;
    const b3 = panel[at + 3] ?? 0;
    const a0 = a[r0 + depth] ?? 0;
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s03 += a0 * b3;
    const a1 = a[r1 + depth] ?? 0;
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s13 += a1 * b3;
    const a2 = a[r2 + depth] ?? 0;
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
    s23 += a2 * b3;
    const a3 = a[r3 + depth] ?? 0;
    s30 += a3 * b0;
    s31 += a3 * b1;
    s32 += a3 * b2;
    s33 += a3 * b3;
  }
  store(tile, [s00, s01, s02, s03, s10, s11, s12, s13, s20, s21, s22, s23, s30, s31, s32, s33]);
}

function store({ c, n, row, column, height, width }: Tile, sums: readonly number[]): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) c[(row + y) * n + column + x] = sums[panelWidth * y + x] ?? 0;
  }
}
