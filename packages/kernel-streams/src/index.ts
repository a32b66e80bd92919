// The family of transfers beside kernels.
export { family } from './family.ts';
export type { StreamCase } from './cases.ts';
