// Words moved by a processor: copied, gathered, summed up by blocks, made from a key, added as a triad, and turned in tiles that its caches hold.
import { spanOf } from './part.ts';
import type { Part, Span } from './part.ts';

/** What is moved, by what it does; elements are words but for the triad's. */
export type MemoryTask = { readonly kind: 'memory' } & (
  | { readonly op: 'copy'; readonly x: Uint32Array; readonly y: Uint32Array }
  | { readonly op: 'read'; readonly x: Uint32Array; readonly sums: Uint32Array; readonly block: number }
  | { readonly op: 'write'; readonly key: Uint32Array; readonly y: Uint32Array }
  | { readonly op: 'gather'; readonly x: Uint32Array; readonly order: Uint32Array; readonly y: Uint32Array }
  | TriadTask
  | TransposeTask
);

/** y = a + s·b. */
interface TriadTask {
  readonly op: 'triad';
  readonly scalar: number;
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly y: Float32Array;
}

/** y[c][r] = x[r][c] of a row-major matrix. */
interface TransposeTask {
  readonly op: 'transpose';
  readonly rows: number;
  readonly columns: number;
  readonly x: Uint32Array;
  readonly y: Uint32Array;
}

/** Does one part: of the words, of the blocks, or of the rows of y. */
export function memoryPart(task: MemoryTask, part: Part): void {
  switch (task.op) {
    case 'copy': {
      const { from, to } = spanOf(task.x.length, part);
      return task.y.set(task.x.subarray(from, to), from);
    }
    case 'read':
      return sumBlocks(task, spanOf(task.sums.length, part));
    case 'write':
      return writeKey(task, spanOf(task.y.length, part));
    case 'triad':
      return addScaled(task, spanOf(task.y.length, part));
    case 'transpose':
      return turn(task, spanOf(task.columns, part));
    case 'gather':
      return gather(task, spanOf(task.y.length, part));
    default:
      return task satisfies never;
  }
}

type Of<Op extends MemoryTask['op']> = Extract<MemoryTask, { readonly op: Op }>;

function sumBlocks({ x, sums, block }: Of<'read'>, { from, to }: Span): void {
  for (let at = from; at < to; at++) {
    const end = Math.min(x.length, (at + 1) * block);
    let sum = 0;
    for (let index = at * block; index < end; index++) sum = (sum + (x[index] ?? 0)) | 0;
    sums[at] = sum;
  }
}

function writeKey({ key, y }: Of<'write'>, { from, to }: Span): void {
  for (let index = from; index < to; index++) y[index] = (key[index % key.length] ?? 0) ^ index;
}

function gather({ x, order, y }: Of<'gather'>, { from, to }: Span): void {
  for (let index = from; index < to; index++) y[index] = x[order[index] ?? 0] ?? 0;
}

function addScaled({ a, b, scalar, y }: TriadTask, { from, to }: Span): void {
  for (let index = from; index < to; index++) y[index] = (a[index] ?? 0) + scalar * (b[index] ?? 0);
}

// Sixteen words are a cache line: each line of either matrix is used whole while it is there.
const tile = 16;

function turn(task: TransposeTask, { from, to }: Span): void {
  for (let left = from; left < to; left += tile)
    for (let top = 0; top < task.rows; top += tile)
      turnTile(task, top, { from: left, to: Math.min(to, left + tile) });
}

function turnTile({ rows, columns, x, y }: TransposeTask, top: number, { from, to }: Span): void {
  const end = Math.min(rows, top + tile);
  for (let column = from; column < to; column++)
    for (let row = top; row < end; row++) y[column * rows + row] = x[row * columns + column] ?? 0;
}
