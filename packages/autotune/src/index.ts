// Tuning: a space of parameters, a model that prunes it, and a search through what is left. Pure: who measures is told what, and tells.
export { combinations, mostRegisters, nameOf, sizeOf } from './space.ts';
export type { Candidate, Constraint, Cost, DeviceLimits, Level, Space, Value, Values } from './space.ts';
export { dominates, overLimits, plenty, survey } from './survey.ts';
export type { Legal, Refused, RefusedBy, Survey } from './survey.ts';
export { budgetFor, exhaustive, nextStep, ranking, roundsOf } from './halving.ts';
export type { HalvingSpec, Observation, Ranked, Step } from './halving.ts';
export { exhaustiveSpec, qualityOf, search } from './replay.ts';
export type { Landscape, Look, Quality, QualityRequest, Searched } from './replay.ts';
export { noisy } from './landscapes.ts';
export { heatMap, importance } from './landscape.ts';
export type { Axis, HeatMap, Importance, Point } from './landscape.ts';
export { shuffled } from './random.ts';
