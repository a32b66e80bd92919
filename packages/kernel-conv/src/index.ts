// The family of convolutions and poolings of images.
export { family } from './family.ts';
export type { ConvCase } from './problem.ts';
export { geometryOf } from './geometry.ts';
export type { Geometry } from './geometry.ts';
