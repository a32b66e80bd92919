// Rungs with one mistake each, by the class of the mistake: a check that lets one through proves nothing.
import type { Fault } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';
import { wrongBounds } from './bounds.ts';
import { wrongIndices } from './indices.ts';
import { wrongMasks } from './masks.ts';
import { missingBarriers } from './order.ts';
import { lowPrecision } from './precision.ts';
import { wrongSoftmax } from './softmax.ts';

/** What the check must reject, and why. */
export const wrong: readonly Fault<AttentionCase>[] = [
  ...wrongIndices,
  ...wrongBounds,
  ...wrongMasks,
  ...wrongSoftmax,
  ...missingBarriers,
  ...lowPrecision,
];
