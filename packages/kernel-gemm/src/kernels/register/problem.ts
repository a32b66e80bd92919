// What a register-blocked kernel is written for.
import type { Layout } from '../../cases.ts';
import type { Epilogue } from '../epilogue.ts';

/** What a register can hold of a matrix. */
export type FloatType = 'f32' | 'f16';

/** How a matrix is stored: as such numbers, or as bf16, two to a word. */
export type StorageType = FloatType | 'bf16';

/** Four numbers of a type. */
export const fours = { f32: 'vec4f', f16: 'vec4h' } as const;

/** A product, a batch of them along the grid's z, or one whose K is split into parts along the grid's z. */
export interface RegisterProblem {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** Storage type of A and B. */
  readonly input: StorageType;
  /** Type of the sums, of C and of what an epilogue adds; f16 takes f16 operands. */
  readonly sum: FloatType;
  readonly layout: Layout;
  readonly epilogue: Epilogue;
  readonly batch: number;
  /** Parts of K, whose sums lie one behind the other in C; more than one only for a batch of one. */
  readonly parts: number;
  readonly grid: readonly [x: number, y: number, z: number];
}

/** How far a workgroup walks along K. */
export interface Depth {
  readonly depth: number;
}

/** Elements along K of one part: as many whole slices as all parts need. */
export function depthOf({ k, parts }: Pick<RegisterProblem, 'k' | 'parts'>, bk: number): number {
  return Math.ceil(Math.ceil(k / bk) / parts) * bk;
}
