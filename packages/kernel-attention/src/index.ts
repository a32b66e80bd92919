// The attention family.
export { family } from './family.ts';
export { hidden } from './cases.ts';
export type { AttentionCase } from './cases.ts';
