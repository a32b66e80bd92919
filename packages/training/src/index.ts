// Training on several simulated ranks: data-parallel, tensor-parallel, and with sharded state.
export { trainDataParallel } from './data-parallel.ts';
export type { Training, TrainingRequest } from './data-parallel.ts';
export type { Holding, Purpose } from './ledger.ts';
export { trainSharded } from './sharding.ts';
export type { ShardedTraining, ShardedTrainingRequest } from './sharding.ts';
export { predictedPeak, predictedTraffic } from './shards.ts';
export type { ShardingStage } from './shards.ts';
export { multiplyTensorParallel } from './tensor-parallel.ts';
export type { TensorParallelProduct, TensorParallelRequest } from './tensor-parallel.ts';
