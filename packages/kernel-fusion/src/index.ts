// The fusion family.
export { family } from './family.ts';
export { graphFor } from './graphs.ts';
export type { FusionCase } from './problem.ts';
