// The reduction family and its library functions.
export { family } from './family.ts';
export type { ArgOp, Fill, FoldOp, Lengths, Op, ReduceCase, ReduceDtype } from './cases/kinds.ts';
export { pickVariant } from './pick.ts';
export {
  prepareReduce,
  prepareReduceAxes,
  prepareReduceSegments,
  reduce,
  reduceAxes,
  reduceSegments,
} from './prepare.ts';
export type { AxesRequest, GpuResult, ReduceRequest, SegmentsRequest } from './prepare.ts';
