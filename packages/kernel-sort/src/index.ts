// The family of sorting.
export { family } from './family.ts';
export { isTable } from './cases/kinds.ts';
export type { Key, KeyCase, SortCase, TableCase } from './cases/kinds.ts';
export { orderOf, wordOf } from './order.ts';
