// Rungs with one mistake each, by the class of the mistake: a check that lets one through proves nothing.
import type { Fault } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { missingBarriers } from './order.ts';
import { wrongBounds } from './bounds.ts';
import { wrongEpilogues } from './epilogues.ts';
import { wrongIndices } from './indices.ts';
import { lowPrecision } from './precision.ts';
import { wrongSums } from './sums.ts';

/** What the check must reject, and why. */
export const wrong: readonly Fault<GemmCase>[] = [
  ...wrongIndices,
  ...wrongBounds,
  ...wrongSums,
  ...missingBarriers,
  ...lowPrecision,
  ...wrongEpilogues,
];
