// Rungs with one mistake each, by the class of the mistake: a check that lets one through proves nothing.
import type { Fault } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { missingBarriers } from './wrong/order.ts';
import { wrongBounds } from './wrong/bounds.ts';
import { wrongEpilogues } from './wrong/epilogues.ts';
import { wrongIndices } from './wrong/indices.ts';
import { lowPrecision } from './wrong/precision.ts';
import { wrongPairs } from './wrong/pairs.ts';
import { wrongStages } from './wrong/staged.ts';
import { wrongSums } from './wrong/sums.ts';

/** What the check must reject, and why. */
export const wrong: readonly Fault<GemmCase>[] = [
  ...wrongIndices,
  ...wrongBounds,
  ...wrongSums,
  ...missingBarriers,
  ...lowPrecision,
  ...wrongPairs,
  ...wrongEpilogues,
  ...wrongStages,
];
