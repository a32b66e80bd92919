// The family of atomics.
export { family } from './family.ts';
export { byKind, forOthers } from './cases/kinds.ts';
export type { AtomicsCase, CompactCase, HistogramCase } from './cases/kinds.ts';
