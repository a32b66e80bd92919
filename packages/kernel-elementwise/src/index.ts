// The family of maps of vectors.
export { family } from './family.ts';
export type { ElementwiseCase, Fill } from './cases.ts';
export { factor, high, low } from './operators.ts';
export type { OperatorName } from './operators.ts';
export { pickVariant } from './pick.ts';
