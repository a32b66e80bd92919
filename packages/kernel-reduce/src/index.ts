// The reduction family and its library function.
export { family } from './family.ts';
export type { Fill, ReduceCase } from './cases.ts';
