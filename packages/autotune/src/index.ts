// Tuning: a space of parameters, a model that prunes it, and a search through what is left. Pure: who measures is told what, and tells.
export { combinations, mostRegisters, nameOf, sizeOf } from './space.ts';
export type { Candidate, Constraint, Cost, DeviceLimits, Level, Space, Value, Values } from './space.ts';
