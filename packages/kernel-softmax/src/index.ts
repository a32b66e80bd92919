// The softmax family.
export { family } from './family.ts';
export type { Fill, Mask, SoftmaxCase } from './cases.ts';
