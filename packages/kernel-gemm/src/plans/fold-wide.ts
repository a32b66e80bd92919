// The second pass of a product whose K is split into many parts: several threads add up the parts of an element.
import { wgsl } from '@kernel-ladder/harness';
import type { Pass } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { addedOr, epilogueConstants } from './epilogue.ts';

const lanes = 32;
const walkers = 8;

/** The pass that adds up `partials` of all parts into `c`, always in the same order, and applies the epilogue. */
export function wideFoldPass(params: GemmCase, parts: number): Pass {
  const { m, n, epilogue } = params;
  const grid = gridOf(Math.ceil((m * n) / lanes));
  const constants = { COUNT: m * n, COLUMNS: n, PARTS: parts, ...epilogueConstants(epilogue) };
  const source = wgsl('fold-wide.wgsl', { ...constants, LANES: lanes, WALKERS: walkers, GRID_X: grid[0] });
  return { wgsl: source, bindings: ['partials', 'c', addedOr(params, 'a')], workgroups: grid };
}

/** The longest chain of additions of such a pass. */
export function wideFoldLength(parts: number): number {
  return Math.ceil(parts / walkers) + Math.log2(walkers);
}
