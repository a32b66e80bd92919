// What a case of an allreduce is, and where its ranks' vectors lie.
import { bytesOf } from '@kernel-ladder/harness';
import type { CaseParams } from '@kernel-ladder/harness';

/** How vectors are combined; the mean of i32 truncates towards zero. */
export type Op = 'sum' | 'mean' | 'max';

/** Element types; sums of f16 are formed in f32 and rounded whenever they are stored. */
export type AllreduceDtype = 'f32' | 'f16' | 'i32';

/**
 * `out` leaves the inputs alone and reads a vector there until it has first been written; `in` begins with a copy of all
 * inputs into the output and goes on there, so that a launch can be repeated.
 */
export type Placement = 'out' | 'in';

/**
 * How the inputs are filled: uniform around 0.25 (any word for i32), integers whose sums are exact, numbers that tell the rank, large
 * ones no two of which have a sum in f16, one NaN or one infinity in one rank's vector.
 */
export type Fill = 'uniform' | 'integers' | 'ranks' | 'large' | 'nan' | 'inf';

/** One allreduce: each of `ranks` logical ranks has a vector of `n` elements and ends with the combination of all. */
export interface AllreduceCase extends CaseParams {
  /** Elements of each rank's vector. */
  readonly n: number;
  readonly ranks: number;
  readonly op: Op;
  readonly place: Placement;
  /** Nodes that the ranks are spread over; only the hierarchical algorithm looks at them. */
  readonly nodes: number;
  readonly fill: Fill;
  readonly dtype: AllreduceDtype;
}

// The offset alignment that every device takes, so that a slice can also be bound alone.
const sliceAlignment = 256;

/** Elements of every kernel's vector loads and stores; chunks begin at multiples of it. */
export const quad = 4;

/** Elements from the beginning of one rank's slice to that of the next: whole multiples of 256 bytes. */
export function strideOf({ n, dtype }: Pick<AllreduceCase, 'n' | 'dtype'>): number {
  const bytes = bytesOf(dtype);
  return (Math.ceil((n * bytes) / sliceAlignment) * sliceAlignment) / bytes;
}
