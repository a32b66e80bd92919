// The allreduce family, its executed algorithms as a library, and what they are for: training on several ranks.
export { stepAlgorithms } from './algorithms.ts';
export type { StepAlgorithm } from './algorithms.ts';
export { allreduceCase } from './cases.ts';
export { family } from './family.ts';
export type { AllreduceCase, AllreduceDtype, Fill, Op, Placement } from './kinds.ts';
export { strideOf } from './layout.ts';
export { prepareAllreduce } from './prepare.ts';
export type { AllreduceRequest, PreparedAllreduce } from './prepare.ts';
export { trainDataParallel } from './training/data-parallel.ts';
export type { Training, TrainingRequest } from './training/data-parallel.ts';
export type { Holding, Purpose } from './training/ledger.ts';
export type { ShardAlgorithm } from './training/shard-exchange.ts';
export { trainSharded } from './training/sharding.ts';
export type { ShardedTraining, ShardedTrainingRequest } from './training/sharding.ts';
export { predictedPeak, predictedTraffic } from './training/shards.ts';
export type { ShardingStage } from './training/shards.ts';
export { multiplyTensorParallel } from './training/tensor-parallel.ts';
export type { TensorParallelProduct, TensorParallelRequest } from './training/tensor-parallel.ts';
