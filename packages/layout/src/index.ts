// Layouts: functions from coordinates to offsets as shapes and strides, what is done with them, and what an access through one costs.
export { bankConflicts, segmentsOf } from './access.ts';
export type { Conflicts, Placing, Segments } from './access.ts';
export { coalesce, complement, compose } from './algebra.ts';
export {
  cosizeOf,
  formatLayout,
  fromModes,
  isInjective,
  joined,
  layout,
  modesOf,
  offsetOf,
  offsetsOf,
  partsOf,
  rowMajor,
  sizeOf,
} from './layout.ts';
export type { Layout, Mode } from './layout.ts';
export { formatTable } from './table.ts';
export {
  logicalDivide,
  logicalProduct,
  tiledDivide,
  tiledProduct,
  zippedDivide,
  zippedProduct,
} from './tiling.ts';
export type { Tiler } from './tiling.ts';
export { formatTuple } from './tuples.ts';
export type { Tuple } from './tuples.ts';
export { wgslOffset } from './wgsl.ts';
