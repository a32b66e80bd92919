// The allreduce family, and its executed algorithms as a library.
export type { Range } from '@kernel-ladder/collectives';
export { stepAlgorithms } from './plans/algorithms.ts';
export type { StepAlgorithm } from './plans/algorithms.ts';
export { allreduceCase, usualNodes } from './cases.ts';
export { family } from './family.ts';
export type { AllreduceCase, AllreduceDtype, Fill, Op, Placement } from './cases/kind.ts';
export { quad, strideOf } from './cases/kind.ts';
export { prepareAllreduce } from './prepare.ts';
export type { AllreduceRequest, PreparedAllreduce } from './prepare.ts';
export { prepareExchanges, shardRange } from './prepare-exchanges.ts';
export type {
  Exchange,
  ExchangeName,
  ExchangeRequest,
  Exchanges,
  Operands,
  ShardAlgorithm,
} from './prepare-exchanges.ts';
