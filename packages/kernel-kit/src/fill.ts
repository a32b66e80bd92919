// The pass that fills a buffer: a launch resets what it accumulates into, because launches are batched.
import { wgsl } from '@kernel-ladder/harness';
import type { Pass } from '@kernel-ladder/harness';
import { gridOf } from './grids.ts';

/** What is filled: `count` elements of the WGSL type `element`, each with `value`. */
export interface Filling {
  readonly buffer: string;
  readonly element: string;
  readonly count: number;
  /** A u32, converted to the element's type; 0 when left out. */
  readonly value?: number;
}

/** Fills a buffer with one value, a thread an element. */
export function fillPass({ buffer, element, count, value = 0 }: Filling): Pass {
  const workgroups = gridOf(Math.ceil(count / 256));
  const constants = { Element: element, COUNT: count, VALUE: value, GRID_X: workgroups[0] };
  const enables = /f16|<h|\dh$/.test(element) ? ['f16'] : [];
  return {
    wgsl: wgsl('@kernel-ladder/kernel-kit/kernels/fill.wgsl', constants, enables),
    bindings: [buffer],
    workgroups,
  };
}
