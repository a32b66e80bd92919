// The attention family.
export { family } from './family.ts';
export type { AttentionCase } from './cases.ts';
