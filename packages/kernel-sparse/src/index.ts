// The family of sparse matrices.
export { family } from './family.ts';
export { columnsOf, sparseCase } from './cases/kinds.ts';
export { longestRow } from './cases/lengths.ts';
export type { Pattern, SparseCase } from './cases/kinds.ts';
