// What a kernel family is made of; free of Node, and of all that runs one: every thread that judges loads this.
export type {
  CaseParams,
  Caches,
  BufferRange,
  BufferShape,
  Demand,
  EdgeCaseSet,
  Family,
  Fault,
  Given,
  Pass,
  Plan,
  PlanCase,
  PlannedVariant,
  Prepared,
  Problem,
  SelfRunVariant,
  Skip,
  Threads,
  Tuning,
  Variant,
} from './contract/family.ts';
export { edit, editMatch, runsItself, withKernel } from './contract/family.ts';
export { missingFeature, notApplicable, overLimit } from './contract/skip.ts';
export { findCase, listedCases, readCase } from './contract/cases.ts';
export type { NamedCase } from './contract/cases.ts';
export { allOf, elementwise, flawless, observing, worse } from './contract/oracle.ts';
export type { Accuracy, Finding, ElementAt, Oracle, Reference } from './contract/oracle.ts';
export { createLaunch } from './launch/launch.ts';
export type { Launch, LaunchSpec } from './launch/launch.ts';
export { stretchOf, whole } from './contract/part.ts';
export type { Part, Stretch } from './contract/part.ts';
export { pairwise } from './contract/pairwise.ts';
export type { Axes } from './contract/pairwise.ts';
export type { Movers } from './contract/movers.ts';
export type { Rejection } from './contract/rejection.ts';
export { inputsOf } from './contract/inputs.ts';
export { createRandom, fill, fillAroundZero, fillWithDraws, seedOf } from './contract/random.ts';
export type { Random } from './contract/random.ts';
export {
  allocate,
  bytesOf,
  parseDtype,
  poisonWord,
  typeOfArray,
  unitRoundoff,
  view,
} from './contract/scalars.ts';
export type { Arrays, NumberArray } from './contract/scalars.ts';
export { generated, mutate, resolveImports, shaderText, specialise, wgsl } from './wgsl/wgsl.ts';
export type { Constants, Edit, GeneratedWgsl, Wgsl, WgslFile, WgslLoader } from './wgsl/wgsl.ts';
export { readFacts } from './wgsl/facts.ts';
export type { WgslFacts } from './wgsl/facts.ts';
export { valueImports } from './wgsl/imports.ts';
export type { ValueImport } from './wgsl/imports.ts';
export { generatorLines, linesOfCode, sourcesOf } from './wgsl/lines.ts';
export { textLoader } from './wgsl/text-loader.ts';
export type { SourceTexts, TextRoot } from './wgsl/text-loader.ts';
export { sizeClass, tunable, tuningWhere } from './contract/tuning.ts';
export type { Tunable, TuningSpec } from './contract/tuning.ts';
export type { Candidate, Constraint, Cost, Space, Value, Values } from '@kernel-ladder/autotune';
export { demandOf, planFor } from './contract/plan.ts';
export { multiprocessorsOf, residencyOf } from './machine/devices.ts';
export {
  blockUnit,
  chainedDurations,
  createBuffer,
  createSuballocator,
  destroyBuffer,
  GpuFault,
  keptBytes,
  raceLoss,
  readBuffer,
  readInto,
  submitPasses,
  writeBuffer,
} from '@kernel-ladder/gpu';
export type { Block, DeviceFacts, Gpu, Suballocator } from '@kernel-ladder/gpu';
export type { Dtype, Params, Peer, ScalarType, VariantKind } from '@kernel-ladder/schema';
