// The loops themselves, the same for one thread and for many: each does one part of the work, and all parts together do it all.

/** Any vector that is reduced; its memory may be shared. */
export type Vector = Float32Array | Int32Array | Uint32Array;

/** A vector to one number a part; the parts are folded by whoever asked. */
export interface ReduceTask {
  readonly kind: 'reduce';
  readonly op: 'sum' | 'min' | 'max';
  readonly values: Vector;
  /** What nothing reduces to. */
  readonly identity: number;
  /** One place a part. */
  readonly partials: Float64Array;
}

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

/** Work that threads share. */
export type Task = ReduceTask | GemmTask;

/** Which part of how many. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

/** Does one part of a task. */
export function work(task: Task, part: Part): void {
  switch (task.kind) {
    case 'reduce':
      task.partials[part.index] = reducePart(task, spanOf(task.values.length, part, 1));
      return;
    case 'gemm':
      multiplyPart(task, part);
      return;
    default:
      task satisfies never;
  }
}

/** Folds what the parts of a reduction came to. */
export function foldPartials({ op, values, partials }: ReduceTask): number {
  const isWhole = !(values instanceof Float32Array);
  const total = partials.reduce((a, b) => (op === 'sum' ? wrapped(a + b, isWhole) : pick(op, a, b)));
  return values instanceof Uint32Array ? total >>> 0 : total;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

// Parts of a range as even as whole steps allow.
function spanOf(length: number, { index, of }: Part, step: number): Span {
  const steps = Math.ceil(length / step);
  const at = (part: number) => Math.min(length, step * Math.floor((steps * part) / of));
  return { from: at(index), to: at(index + 1) };
}

function reducePart({ op, values, identity }: ReduceTask, { from, to }: Span): number {
  if (op === 'min') return leastOf(values, identity, { from, to });
  if (op === 'max') return greatestOf(values, identity, { from, to });
  return values instanceof Float32Array ? floatSum(values, from, to) : integerSum(values, from, to);
}

// Four chains of additions, so that the next does not wait for the one before; in f64, which costs JavaScript nothing.
function floatSum(values: Float32Array, from: number, to: number): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const whole = from + 4 * Math.floor((to - from) / 4);
  for (let index = from; index < whole; index += 4) {
    s0 += values[index] ?? 0;
    s1 += values[index + 1] ?? 0;
    s2 += values[index + 2] ?? 0;
    s3 += values[index + 3] ?? 0;
  }
  for (let index = whole; index < to; index++) s0 += values[index] ?? 0;
  return s0 + s1 + (s2 + s3);
}

function integerSum(values: Int32Array | Uint32Array, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum = (sum + (values[index] ?? 0)) | 0;
  return sum;
}

function leastOf(values: Vector, identity: number, { from, to }: Span): number {
  let best = identity;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? best;
    if (value < best) best = value;
  }
  return best;
}

function greatestOf(values: Vector, identity: number, { from, to }: Span): number {
  let best = identity;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? best;
    if (value > best) best = value;
  }
  return best;
}

// Sums of integers wrap modulo 2^32.
function wrapped(sum: number, isWhole: boolean): number {
  return isWhole ? sum | 0 : sum;
}

// NaN is never less nor greater: it is passed over.
function pick(op: 'min' | 'max', a: number, b: number): number {
  return (op === 'min' ? b < a : b > a) ? b : a;
}

const panelWidth = 4;
const tileRows = 4;

// The longer side of C is divided, so that a flat product keeps all threads busy.
function multiplyPart(task: GemmTask, part: Part): void {
  const { m, n, k, batch } = task;
  const rows = m >= n ? spanOf(m, part, tileRows) : { from: 0, to: m };
  const columns = m >= n ? { from: 0, to: n } : spanOf(n, part, panelWidth);
  const panel = new Float64Array(panelWidth * k);
  for (let matrix = 0; matrix < batch; matrix++) {
    const operands = {
      a: task.a.subarray(matrix * m * k, (matrix + 1) * m * k),
      b: task.b.subarray(matrix * k * n, (matrix + 1) * k * n),
      c: task.c.subarray(matrix * m * n, (matrix + 1) * m * n),
    };
    for (let column = columns.from; column < columns.to; column += panelWidth) {
      const width = Math.min(panelWidth, columns.to - column);
      packPanel(panel, operands.b, { n, k, column, width });
      for (let row = rows.from; row < rows.to; row += tileRows)
        multiplyTile({
          ...operands,
          panel,
          n,
          k,
          row,
          column,
          height: Math.min(tileRows, rows.to - row),
          width,
        });
    }
  }
}

interface Panel {
  readonly n: number;
  readonly k: number;
  readonly column: number;
  readonly width: number;
}

// Four columns of B side by side: the loop over k then reads what lies together.
function packPanel(panel: Float64Array, b: Float32Array, { n, k, column, width }: Panel): void {
  for (let depth = 0; depth < k; depth++) {
    for (let lane = 0; lane < panelWidth; lane++)
      panel[panelWidth * depth + lane] = lane < width ? (b[depth * n + column + lane] ?? 0) : 0;
  }
}

interface Tile extends Panel {
  readonly a: Float32Array;
  readonly c: Float32Array;
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
