// Rungs with one mistake each, by the class of the mistake: a check that lets one through proves nothing.
import type { Fault } from '@kernel-ladder/harness';
import type { AttentionCase } from './cases.ts';
import { wrongBounds } from './wrong/bounds.ts';
import { wrongIndices } from './wrong/indices.ts';
import { wrongMasks } from './wrong/masks.ts';
import { missingBarriers } from './wrong/order.ts';
import { lowPrecision } from './wrong/precision.ts';
import { wrongSoftmax } from './wrong/softmax.ts';
import { wrongWide } from './wrong/wide.ts';

/** What the check must reject, and why. */
export const wrong: readonly Fault<AttentionCase>[] = [
  ...wrongIndices,
  ...wrongBounds,
  ...wrongMasks,
  ...wrongSoftmax,
  ...missingBarriers,
  ...lowPrecision,
  ...wrongWide,
];
