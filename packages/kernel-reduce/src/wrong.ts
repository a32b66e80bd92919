// Rungs with one mistake each, which the check must reject for the reason that the mistake gives.
import type { Fault } from '@kernel-ladder/harness';
import type { ReduceCase } from './cases/kinds.ts';
import { argFaults } from './wrong/arg.ts';
import { axesFaults } from './wrong/axes.ts';
import { segmentsFaults } from './wrong/segments.ts';
import { vectorFaults } from './wrong/vector.ts';

/** The faults of a reduction: of a vector to a value and to an index, along axes, of segments. */
export const wrong: readonly Fault<ReduceCase>[] = [
  ...vectorFaults,
  ...argFaults,
  ...axesFaults,
  ...segmentsFaults,
];
