// The gemm family: a ladder of kernels for the dense matrix product.
export { family } from './family.ts';
export type { GemmCase } from './cases.ts';
export { pickVariant } from './pick.ts';
export type { Picked } from './pick.ts';
