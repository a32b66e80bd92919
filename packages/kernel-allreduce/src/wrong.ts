// Faults of the rungs by their class, which the check must reject: each is what a bug in a real implementation would do.
import type { Fault } from '@kernel-ladder/harness';
import type { AllreduceCase } from './cases/kind.ts';
import { wrongArithmetic } from './wrong/arithmetic.ts';
import { wrongBounds } from './wrong/bounds.ts';
import { wrongExchanges } from './wrong/exchanges.ts';
import { wrongIndices } from './wrong/indices.ts';
import { wrongOrder } from './wrong/order.ts';

/** One mistake each. */
export const wrong: readonly Fault<AllreduceCase>[] = [
  ...wrongIndices,
  ...wrongBounds,
  ...wrongExchanges,
  ...wrongOrder,
  ...wrongArithmetic,
];
