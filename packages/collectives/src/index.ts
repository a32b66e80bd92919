// Allreduce as data and arithmetic: schedules that can be executed, closed forms, a simulation, and rows that were measured.
export type { Schedule, Transfer } from './schedule.ts';
export * from './schedules/index.ts';
export { networkOf, framed, place, rankFault } from './network.ts';
export type { Inter, Intra, Machine, Network, Placement, Protocol } from './network.ts';
export { phasesOf } from './algorithms.ts';
export { phasesUs } from './phases.ts';
export type { CostOptions, Phase } from './phases.ts';
export { algorithmNames, hostUs, ncclAlgorithms, predict, predictSizes } from './predict.ts';
export type { AlgorithmName, PredictedRow, Question } from './predict.ts';
export { simulate } from './simulate.ts';
export type { SimulateOptions, Simulation } from './simulate.ts';
export { compare, everyOther, fit, freeParameters, heldOutErrors, switchParameter } from './calibrate.ts';
export type { ComparedRow, Comparison, FreeParameter, Split } from './calibrate.ts';
export { parseNcclTests } from './nccl-tests.ts';
export type { About } from './nccl-tests.ts';
export { overlap, sweepBuckets } from './overlap.ts';
export type { OverlappedStep, TrainingStep } from './overlap.ts';
