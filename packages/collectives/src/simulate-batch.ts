// The messages of one step as columns of numbers: objects by the million would cost more than the simulation itself.
import type { Transfer } from './schedule.ts';

/** One step's messages; only the first `count` entries of each column count. */
export interface Batch {
  count: number;
  from: Int32Array;
  to: Int32Array;
  bytes: Float64Array;
  /** 1 where the receiver combines. */
  reduces: Uint8Array;
  /** Some rank sends, or receives, more than one of the messages. */
  sharesPorts: boolean;
  readonly ranks: number;
  readonly stamp: { readonly from: Int32Array; readonly to: Int32Array; step: number };
}

/** An empty batch for messages between so many ranks. */
export function createBatch(ranks: number): Batch {
  return {
    count: 0,
    ...columns(ranks),
    sharesPorts: false,
    ranks,
    stamp: { from: new Int32Array(ranks), to: new Int32Array(ranks), step: 0 },
  };
}

/** Fills the batch with a step's messages. */
export function load(batch: Batch, transfers: Iterable<Transfer>, elementBytes: number): void {
  const { stamp } = batch;
  stamp.step += 1;
  batch.sharesPorts = false;
  let count = 0;
  for (const { from, to, count: elements, action } of transfers) {
    if (count === batch.from.length) grow(batch);
    if (stamp.from[from] === stamp.step || stamp.to[to] === stamp.step) batch.sharesPorts = true;
    stamp.from[from] = stamp.step;
    stamp.to[to] = stamp.step;
    batch.from[count] = from;
    batch.to[count] = to;
    batch.bytes[count] = elements * elementBytes;
    batch.reduces[count] = action === 'reduce' ? 1 : 0;
    count += 1;
  }
  batch.count = count;
}

/**
 * The order in which shared resources see the messages: by the time of the request; among equals every rank begins
 * with its nearest neighbour to the right, so that a rank that sends to all meets a free port each time.
 */
export function order({ count, from, to, ranks }: Batch, ready: Float64Array): Int32Array {
  const shift = (index: number) => ((to[index] ?? 0) - (from[index] ?? 0) + ranks) % ranks;
  const request = (index: number) => ready[from[index] ?? 0] ?? 0;
  return Int32Array.from({ length: count }, (_, index) => index).toSorted(
    (a, b) => request(a) - request(b) || shift(a) - shift(b) || a - b,
  );
}

function columns(length: number): Pick<Batch, 'from' | 'to' | 'bytes' | 'reduces'> {
  return {
    from: new Int32Array(length),
    to: new Int32Array(length),
    bytes: new Float64Array(length),
    reduces: new Uint8Array(length),
  };
}

function grow(batch: Batch): void {
  const larger = columns(2 * batch.from.length);
  larger.from.set(batch.from);
  larger.to.set(batch.to);
  larger.bytes.set(batch.bytes);
  larger.reduces.set(batch.reduces);
  Object.assign(batch, larger);
}
