// All cases of the family by size class, and all awkward ones.
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import { axesEdgeCases, emptyTensors, specialAxes, timedAxes } from './cases/axes.ts';
import {
  occupancyEdgeCases,
  specialOccupancy,
  sizedEdgeCases,
  timedOccupancy,
  timedSizes,
} from './cases/workgroups.ts';
import type { ReduceCase } from './cases/kinds.ts';
import { noSegments, segmentsEdgeCases, specialSegments, timedSegments } from './cases/segments.ts';
import { emptyVectors, specialVectors, vectorCases, vectorEdgeCases } from './cases/vector.ts';

/** The timed cases; the headline is the sum of one vector. */
export const timedCases = {
  ...vectorCases,
  tiny: [...vectorCases.tiny, ...timedAxes.tiny, ...timedSegments.tiny],
  sweep: [...vectorCases.sweep, ...timedSizes, ...timedOccupancy, ...timedAxes.sweep, ...timedSegments.sweep],
} as const;

/** The awkward cases; `EC-NAN` holds what has no right answer and is observed. */
export const edgeCases: readonly EdgeCaseSet<ReduceCase>[] = [
  ...vectorEdgeCases,
  { set: 'EC-EMPTY', cases: [...emptyVectors, ...emptyTensors, ...noSegments] },
  { set: 'EC-NAN', cases: [...specialVectors, ...specialAxes, ...specialSegments, ...specialOccupancy] },
  ...axesEdgeCases,
  ...segmentsEdgeCases,
  sizedEdgeCases,
  occupancyEdgeCases,
];
