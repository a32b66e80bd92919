// The normalisation family.
export { family } from './family.ts';
export type { Fill, NormCase } from './cases.ts';
