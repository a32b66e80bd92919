// What a register-blocked kernel multiplies.
import type { FloatType, Order } from './layout.ts';

/** C[m, n] = A[m, k] · B[k, n], a batch of them along the grid's z, or one whose K is split into parts along the grid's z. */
export interface BlockedProduct {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** Type of the operands in workgroup memory and of the sums. */
  readonly sum: FloatType;
  readonly layout: Order;
  readonly batch: number;
  /** Parts of K, whose sums lie one behind the other in C; more than one only for a batch of one. */
  readonly parts: number;
  readonly grid: readonly [x: number, y: number, z: number];
  /** Workgroups take tile after tile, by tickets that binding 3 counts; a tile each when left out. */
  readonly isPersistent?: true;
  /** vec4s of workgroup memory that nothing lies in, so that fewer workgroups fit on a multiprocessor. */
  readonly idleFours?: number;
}

/** Elements along K of one part: as many whole slices as all parts need. */
export function depthOf({ k, parts }: Pick<BlockedProduct, 'k' | 'parts'>, bk: number): number {
  return Math.ceil(Math.ceil(k / bk) / parts) * bk;
}
