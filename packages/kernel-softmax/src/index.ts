// The softmax family.
export { maskScale } from './inputs.ts';
export { family } from './family.ts';
export type { Fill, Mask, SoftmaxCase } from './cases.ts';
