// Faults of the rungs by their class, which the check must reject: each is what a bug in a real implementation would do.
import type { Fault } from '@kernel-ladder/harness';
import type { AllreduceCase } from '../cases/kind.ts';
import { wrongArithmetic } from './arithmetic.ts';
import { wrongBounds } from './bounds.ts';
import { wrongExchanges } from './exchanges.ts';
import { wrongIndices } from './indices.ts';
import { wrongOrder } from './order.ts';

/** One mistake each. */
export const wrong: readonly Fault<AllreduceCase>[] = [
  ...wrongIndices,
  ...wrongBounds,
  ...wrongExchanges,
  ...wrongOrder,
  ...wrongArithmetic,
];
