// The reduction family and its library function.
export { family } from './family.ts';
export type { Fill, ReduceCase } from './cases.ts';
export { pickVariant } from './pick.ts';
export { prepareReduce, reduce } from './reduce.ts';
export type { ReduceRequest } from './reduce.ts';
