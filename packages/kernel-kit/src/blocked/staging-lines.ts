// The lines that a way of staging writes.
import type { Layout } from './layout.ts';

/** Where a load begins along K (empty, or ending in ` + `), and what further arguments it takes. */
export interface Fetch {
  readonly k: string;
  readonly more: string;
}

/** How threads bring slices from global memory into workgroup memory. */
export interface Staging {
  /** Lines that name this thread's shares. */
  readonly nameShares: (layout: Layout) => string;
  /** Variables that hold the shares between global and workgroup memory. */
  readonly declareHeld: (layout: Layout) => string;
  /** Lines that start the loads of the slices that begin at a place along K. */
  readonly fetch: (layout: Layout, from: Fetch) => string;
  /** Lines that store what the loads brought into a stage; an operand along K turns from rows into columns. */
  readonly deposit: (layout: Layout, stage?: number) => string;
}
