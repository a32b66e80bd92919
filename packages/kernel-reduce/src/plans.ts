// How the kernels are launched, and which kind of case a rung solves; what it does not claim is no id of it.
import { notApplicable, tuningWhere } from '@kernel-ladder/harness';
import type { PlanCase, Tuning } from '@kernel-ladder/harness';
import { isArg, isAxes, isOccupancy, isSegments, isSized, isVector } from './cases/kinds.ts';
import type {
  AxesCase,
  OccupancyCase,
  ReduceCase,
  SegmentsCase,
  SizedCase,
  VectorCase,
} from './cases/kinds.ts';
import type { FoldCase } from './plans/vector.ts';

export { lastGroupFoldsArg, levelsArg, singleGroupArg, subgroupLevelsArg } from './plans/arg.ts';
export { atomic, atomicElement, atomicSubgroup } from './plans/atomic.ts';
export { picking } from './plans/auto.ts';
export { threadEach, workgroupEach } from './plans/axes.ts';
export { halving } from './plans/halving.ts';
export { twoDispatches } from './plans/two-dispatches.ts';
export { occupancy } from './plans/occupancy.ts';
export { rowsOrColumns } from './plans/rows-or-columns.ts';
export { mergedTiles, subgroupPerSegment, threadPerSegment } from './plans/segments.ts';
export { levels, sizedLevels, singleGroup, subgroupLevels } from './plans/vector.ts';

type Planner = PlanCase<ReduceCase>;

/**
 * A rung of the vector ladder; `arg` is its twin for argmin and argmax, `sized` the rung in workgroups of another size than
 * 256.
 */
export function vectors(
  fold: PlanCase<FoldCase>,
  arg?: PlanCase<VectorCase>,
  sized?: PlanCase<SizedCase>,
): Planner {
  return (params, device) => {
    if (!isVector(params) || isOccupancy(params)) return notApplicable('reduces one vector only');
    if (isSized(params))
      return sized ? sized(params, device) : notApplicable('has workgroups of 256 threads');
    if (isFold(params)) return fold(params, device);
    return arg ? arg(params, device) : notApplicable(`has no kernel for ${params.op}`);
  };
}

/** A rung for points of the surface of occupancy and loads in flight. */
export function surface(plan: PlanCase<OccupancyCase>): Planner {
  return (params, device) =>
    isOccupancy(params) ? plan(params, device) : notApplicable('takes as many loads as it is asked for');
}

/** A rung for reductions along axes. */
export function axes(plan: PlanCase<AxesCase>): Planner {
  return (params, device) =>
    isAxes(params) ? plan(params, device) : notApplicable('reduces along axes only');
}

/** A rung for segments. */
export function segments(plan: PlanCase<SegmentsCase>): Planner {
  return (params, device) =>
    isSegments(params) ? plan(params, device) : notApplicable('reduces segments only');
}

function isFold(params: VectorCase): params is FoldCase {
  return !isArg(params.op);
}

/** What may be chosen of a rung of the vector ladder where it gives a value. */
export function tuningOfFolds(tuning: Tuning<FoldCase>): Tuning<ReduceCase> {
  return tuningWhere(tuning, isPlainFold, 'there is a choice only where one vector gives a value');
}

function isPlainFold(params: ReduceCase): params is FoldCase {
  return isVector(params) && !isOccupancy(params) && !isSized(params) && isFold(params);
}
