// The answer to a level case: the mean of the values that a query sees.
import { visibleKeys } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';
import type { Operands } from './reference.ts';

/** What each element of O is. Whole numbers add up exactly, head by head, for as many keys as a query may see. */
export function levelMeans(params: AttentionCase, { values }: Operands): (index: number) => number {
  const { h, g, q, k, d } = params;
  // Elements are asked for in order: the sums of one head serve all that share it.
  let [sums, ofHead] = [new Int32Array(0), -1];
  return (index) => {
    const row = Math.floor(index / d);
    const head = Math.floor(row / q);
    const batch = Math.floor(head / h);
    const shared = batch * (h / g) + Math.floor((head % h) / g);
    if (shared !== ofHead) [sums, ofHead] = [prefixSums(values, { first: shared * k * d, k, d }), shared];
    const visible = visibleKeys(params, batch, row % q);
    return visible === 0 ? 0 : (sums[visible * d + (index % d)] ?? Number.NaN) / visible;
  };
}

interface Slice {
  readonly first: number;
  readonly k: number;
  readonly d: number;
}

function prefixSums(values: Float32Array, { first, k, d }: Slice): Int32Array<ArrayBuffer> {
  const sums = new Int32Array((k + 1) * d);
  for (let at = 0; at < k * d; at++) sums[at + d] = (sums[at] ?? 0) + (values[first + at] ?? 0);
  return sums;
}
