// What tests of passes and of compilers are made of.
export { gradientCases, lossOf, titleOf } from './gradients.ts';
export type { GradientCase } from './gradients.ts';
export { feedsOf, allSteps, programAround, randomProgram } from './programs.ts';
export type { Drawing, Program } from './programs.ts';
export { elementwiseSteps, viewSteps, wholeSteps } from './steps.ts';
export type { Step } from './steps.ts';
