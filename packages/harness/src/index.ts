// What a kernel family is made of and how one is measured; free of Node, so that a page can do the same.
export type {
  CaseParams,
  Arrays,
  BufferRange,
  BufferShape,
  EdgeCaseSet,
  Family,
  Fault,
  Pass,
  Plan,
  PlanCase,
  Skip,
  Variant,
} from './family.ts';
export { edit, missingFeature, notApplicable, overLimit } from './family.ts';
export { coverEdgeCases } from './coverage.ts';
export type { CoverageReport, CoverageRequest } from './coverage.ts';
export { allOf, elementwise, flawless, observing, worse } from './oracle.ts';
export type { Accuracy, CheckReport, ElementAt, Oracle, Reference } from './oracle.ts';
export { createLaunch } from './launch.ts';
export type { Launch, LaunchSpec } from './launch.ts';
export { pairwise } from './pairwise.ts';
export type { Axes } from './pairwise.ts';
export type { Rejection } from './rejection.ts';
export { createRandom, fill, fillWithDraws, seedOf } from './random.ts';
export type { Random } from './random.ts';
export { allocate, bytesOf, parseDtype, poisonWord, unitRoundoff } from './scalars.ts';
export type { NumberArray } from './scalars.ts';
export { generated, linesOfCode, mutate, resolveImports, shaderText, specialise, wgsl } from './wgsl.ts';
export type { Constants, Edit, GeneratedWgsl, Wgsl, WgslFile, WgslLoader } from './wgsl.ts';
export { readFacts } from './wgsl-facts.ts';
export type { WgslFacts } from './wgsl-facts.ts';
export { planFor } from './plan.ts';
export { multiprocessorsOf } from './devices.ts';
export { readBuffer, submitPasses } from '@kernel-ladder/gpu';
export type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
export type { Dtype, Params, ScalarType } from '@kernel-ladder/schema';
