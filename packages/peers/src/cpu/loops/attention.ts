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
  readonly results: AttentionResults;
  /** Stands for a score that its query does not see, and for the log-sum-exp of a query that sees none. */
  readonly hidden: number;
}

/** What is asked for: scaled scores alone; or O, with or without ln Σ exp(score) of each query. */
export interface AttentionResults {
  readonly scores?: Float32Array;
  readonly outputs?: Float32Array;
  readonly lse?: Float32Array;
}

// As many scores as lie in a second-level cache beside long rows of keys.
const blockRows = 32;

/** Computes one part of the blocks of all heads. */
export function attentionPart(task: AttentionTask, part: Part): void {
  const { b, h, q, k, d, results } = task;
  const blocks = Math.ceil(q / blockRows);
  const room = { scores: new Float32Array(blockRows * k), panel: panelFor(Math.max(k, d)) };
  const { from, to } = spanOf(b * h * blocks, part);
  for (let index = from; index < to; index++) {
    const first = (index % blocks) * blockRows;
    const block = { head: Math.floor(index / blocks), first, count: Math.min(blockRows, q - first) };
    if (results.scores) writeScores(task, block, { ...room, scores: results.scores });
    else attend(task, block, room);
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

function writeScores(task: AttentionTask, block: Block, { scores, panel }: Room): void {
  const { k, d, hidden } = task;
  const own = ownRows(task, block, scores, k);
  multiplyKeys(task, block, { scores: own, panel }, k);
  for (let row = 0; row < block.count; row++) {
    const seen = visibleKeys(task, block, row);
    for (let at = row * k; at < row * k + seen; at++) own[at] = (own[at] ?? 0) / Math.sqrt(d);
    own.fill(hidden, row * k + seen, (row + 1) * k);
  }
}

// Keys that none of the block's queries sees are left out of both products.
function attend(task: AttentionTask, block: Block, { scores, panel }: Room): void {
  const { q, d, values } = task;
  const { outputs = noResult, lse } = task.results;
  const { head, first, count } = block;
  const seen = visibleKeys(task, block, count - 1);
  multiplyKeys(task, block, { scores, panel }, seen);
  for (let row = 0; row < count; row++) {
    const weights = scores.subarray(row * seen, (row + 1) * seen);
    const sum = toWeights(task, weights, visibleKeys(task, block, row));
    if (lse) lse[head * q + first + row] = sum;
  }
  const [c, strides] = [ownRows(task, block, outputs, d), { row: d, column: 1 }];
  multiply(
    { a: scores, b: sharedBy(task, head, values), c, n: d, k: seen, strides },
    { rows: { from: 0, to: count }, columns: { from: 0, to: d }, panel },
  );
}

const noResult = new Float32Array(0);

// Products of a block's queries with the keys that one of them sees, `stride` elements from a query's to the next one's.
function multiplyKeys(task: AttentionTask, block: Block, { scores, panel }: Room, stride: number): void {
  const { d, keys } = task;
  const a = ownRows(task, block, task.queries, d);
  const strides = { row: 1, column: d };
  multiply(
    { a, b: sharedBy(task, block.head, keys), c: scores, n: stride, k: d, strides },
    {
      rows: { from: 0, to: block.count },
      columns: { from: 0, to: visibleKeys(task, block, block.count - 1) },
      panel,
    },
  );
}

function ownRows(
  { q }: AttentionTask,
  { head, first, count }: Block,
  all: Float32Array,
  width: number,
): Float32Array {
  const from = head * q + first;
  return all.subarray(from * width, (from + count) * width);
}

// The keys, or the values, of a head of queries.
function sharedBy({ g, k, d }: AttentionTask, head: number, all: Float32Array): Float32Array {
  const shared = Math.floor(head / g);
  return all.subarray(shared * k * d, (shared + 1) * k * d);
}

function visibleKeys({ lengths, isCausal, h, q, k }: AttentionTask, block: Block, row: number): number {
  const valid = lengths[Math.floor(block.head / h)] ?? 0;
  return isCausal ? Math.min(valid, Math.max(0, block.first + row + 1 + k - q)) : valid;
}

// The softmax of what is seen, and 0 for what is not, as for a query that sees nothing; gives ln Σ exp(score).
function toWeights({ d, hidden }: AttentionTask, scores: Float32Array, seen: number): number {
  const scale = 1 / Math.sqrt(d);
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
  return seen > 0 ? top * scale + Math.log(sum) : hidden;
}
