// What every way of copying an operand is told, and what it answers.
import type { Slab } from './layout.ts';

/** One operand of a problem, as its copies see it. */
export interface Operand {
  readonly name: 'a' | 'b';
  readonly slab: Slab;
  /** The first row of A or column of B of the tile, as WGSL. */
  readonly tile: string;
  /** Elements from one stored row to the next. */
  readonly rowLength: number;
  readonly bk: number;
  readonly packed: number;
  readonly threads: number;
  /** Rounds of loads on their way at once, each in a set of registers. */
  readonly flight: number;
  /** Where the operand begins in a stage, in vec4us. */
  readonly start: number;
  /** Slabs that a workgroup multiplies. */
  readonly steps: number;
  /** What the grid's z counts: matrices of so many elements, or parts of so many slabs along K; neither, of one product. */
  readonly layer: { readonly matrix?: number; readonly slabs?: number };
}

/** Which slab of a round of loads, and which set of registers holds the round. */
export interface Held {
  readonly turn: number;
  readonly set: number;
}

/** Texts that copy one operand. */
export interface Copies {
  /** Lines that name what this thread copies, and declare what it holds. */
  readonly names: string;
  /** Lines that start the loads of the slabs from `slab` on, as many as one round brings, into one set of what this thread holds. */
  readonly fetch: (slab: string, set: number) => string;
  /** Lines that store the slab that is the `turn`-th of its round, held in a set, into the stage that begins at `stage`. */
  readonly deposit: (held: Held, stage: number) => string;
}

/** What the grid's z adds to a place, counted in units of `per` elements; `slab` is the step from slab to slab. */
export function layerOf({ layer }: Operand, per: number, slab: number): string {
  if (layer.matrix !== undefined) return `group.z * ${layer.matrix / per}u + `;
  return layer.slabs === undefined ? '' : `group.z * ${layer.slabs * slab}u + `;
}
