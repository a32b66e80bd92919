// The fusion family, and its problems for whoever sets something beside it.
export { family } from './family.ts';
export { graphFor } from './graphs.ts';
export { byKind, hasSlopes, heads, linksOf, rowsOf, sizeOf } from './problem.ts';
export type { ChainCase, FusionCase, GraphCase, Link, Op, OpCase } from './problem.ts';
