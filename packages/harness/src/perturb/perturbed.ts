// A kernel of which something has been taken, or to which something has been added.
import type { Global } from '../emulator/syntax/tree.ts';

/** The tree, what stands behind it as text, and how many places of the kernel have changed. */
export interface Perturbed {
  readonly globals: readonly Global[];
  readonly behind: string;
  readonly places: number;
}
