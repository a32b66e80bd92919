// The family of memory access.
export { family } from './family.ts';
export { blockWords, tagOf } from './cases/probes.ts';
export { scalar } from './inputs.ts';
export type { BlocksCase, CopyCase, MemoryCase, StreamCase, StreamOp, TransposeCase } from './cases/kinds.ts';
export { byKind, forProbes } from './cases/kinds.ts';
