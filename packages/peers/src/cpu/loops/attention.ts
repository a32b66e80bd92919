// Attention, a block of queries after another: their scores, the softmax of each, and the product with the values.
import { multiply, panelFor } from './gemm.ts';
import { spanOf } from './part.ts';
import type { Part } from './part.ts';

/** O[b, h, q, d] = softmax(Q·Kᵀ / √d)·V, all row-major; `g` heads of queries share one of keys and values. */
export interface AttentionTask {
  readonly kind: 'attention';
  readonly b: number;
  readonly h: number;
  readonly g: number;
  readonly q: number;
  readonly k: number;
  readonly d: number;
  /** Whether query i sees no key behind i + k − q. */
  readonly isCausal: boolean;
  readonly queries: Float32Array;
  readonly keys: Float32Array;
  readonly values: Float32Array;
  /** How many keys of each batch count. */
  readonly lengths: Uint32Array;
  readonly outputs: Float32Array;
}

// As many scores as lie in a second-level cache beside long rows of keys.
const blockRows = 32;

/** Computes one part of the blocks of all heads. */
export function attentionPart(task: AttentionTask, part: Part): void {
  const { b, h, q, k, d } = task;
  const blocks = Math.ceil(q / blockRows);
  const room = { scores: new Float32Array(blockRows * k), panel: panelFor(Math.max(k, d)) };
  const { from, to } = spanOf(b * h * blocks, part);
  for (let index = from; index < to; index++) {
    const first = (index % blocks) * blockRows;
    attend(task, { head: Math.floor(index / blocks), first, count: Math.min(blockRows, q - first) }, room);
  }
}

interface Block {
  /** Counted over all batches. */
  readonly head: number;
  readonly first: number;
  readonly count: number;
}

interface Room {
  readonly scores: Float32Array;
  readonly panel: Float64Array;
}

// Keys that none of the block's queries sees are left out of both products.
function attend(task: AttentionTask, block: Block, { scores, panel }: Room): void {
  const { h, g, q, k, d } = task;
  const { head, first, count } = block;
  const [from, shared] = [head * q + first, Math.floor(head / g) * k];
  const batch = Math.floor(head / h);
  const seen = visibleKeys(task, batch, first + count - 1);
  const queries = task.queries.subarray(from * d, (from + count) * d);
  const keys = task.keys.subarray(shared * d, (shared + k) * d);
  const values = task.values.subarray(shared * d, (shared + k) * d);
  const outputs = task.outputs.subarray(from * d, (from + count) * d);
  const rows = { from: 0, to: count };
  multiply(
    { a: queries, b: keys, c: scores, n: seen, k: d, strides: { row: 1, column: d } },
    { rows, columns: { from: 0, to: seen }, panel },
  );
  for (let row = 0; row < count; row++) {
    const weights = scores.subarray(row * seen, (row + 1) * seen);
    toWeights(weights, visibleKeys(task, batch, first + row), 1 / Math.sqrt(d));
  }
  multiply(
    { a: scores, b: values, c: outputs, n: d, k: seen, strides: { row: d, column: 1 } },
    { rows, columns: { from: 0, to: d }, panel },
  );
}

function visibleKeys({ lengths, isCausal, q, k }: AttentionTask, batch: number, query: number): number {
  const valid = lengths[batch] ?? 0;
  return isCausal ? Math.min(valid, Math.max(0, query + 1 + k - q)) : valid;
}

// The softmax of what is seen; 0 for what is not, as for a query that sees nothing.
function toWeights(scores: Float32Array, seen: number, scale: number): void {
  let top = -Infinity;
  for (let key = 0; key < seen; key++) top = Math.max(top, scores[key] ?? 0);
  let sum = 0;
  for (let key = 0; key < seen; key++) {
    const weight = Math.exp(((scores[key] ?? 0) - top) * scale);
    scores[key] = weight;
    sum += weight;
  }
  for (let key = 0; key < seen; key++) scores[key] = (scores[key] ?? 0) / sum;
  scores.fill(0, seen);
}
