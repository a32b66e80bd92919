// The normalisation family.
export { epsilon } from './inputs.ts';
export { family } from './family.ts';
export type { Fill, NormCase } from './cases.ts';
