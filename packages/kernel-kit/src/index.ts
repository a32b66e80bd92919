// What families share: grids, rows over threads, folds, text of generators. Shared WGSL lies in src/kernels.
export { arrayOf } from './arrays.ts';
export { automatic } from './automatic.ts';
export type { Choice } from './automatic.ts';
export { gridOf } from './grids.ts';
export { nothing } from './nothing.ts';
export { pickRows } from './pick-rows.ts';
export type { RowsPick } from './pick-rows.ts';
export { refuseOver } from './limits.ts';
export { canPinLanes, hasMatrices, refuseMatrices } from './matrix-unit.ts';
export type { MatrixProduct } from './matrix-unit.ts';
export { itemWidth, residentThreads, rowsInSubgroups, rowTree, unlessEmpty } from './rows.ts';
export type { Rows, SubgroupRows } from './rows.ts';
export {
  balanced,
  isWhole,
  itemsHeld,
  loadItem,
  residentKernel,
  storeItem,
  totalFunction,
} from './resident.ts';
export type { ItemValue, ResidentParts, ResidentShape } from './resident.ts';
export { strayFaults } from './faults.ts';
export type { FaultTable } from './faults.ts';
export { rowFaults } from './row-faults.ts';
export { drawInteger, longestChain, sumBound, sumError, sumUnits } from './rounding.ts';
export type { Magnitudes, Terms } from './rounding.ts';
export { foldLength, subgroupMin, withSubgroups } from './subgroups.ts';
export { exactly } from './exact-words.ts';
export type { Words } from './exact-words.ts';
export { caseOfKind } from './problems.ts';
export type { ProblemKind } from './problems.ts';
export { fillPass } from './fill.ts';
export type { Filling } from './fill.ts';
export { each, indent, plus } from './text.ts';
export { remembering } from './remembering.ts';
export { depthOf } from './blocked/blocked-product.ts';
export type { BlockedProduct } from './blocked/blocked-product.ts';
export { blockedKernel } from './blocked/kernel.ts';
export type { BlockedAccess } from './blocked/kernel.ts';
export { guarded, inside, loadA, loadB } from './blocked/loads.ts';
export type { Axis, StorageType, StoredProduct, Walk } from './blocked/loads.ts';
export {
  fours,
  isAlongK,
  isShareable,
  registerSharedBytes,
  registerThreads,
  usualLanesN,
} from './blocked/layout.ts';
export type { FloatType, Order, RegisterTile } from './blocked/layout.ts';
export { registerTile, registerTileFor, registerTiles, tilesOf } from './blocked/tiles.ts';
export type { RatedTile, Tile, TiledDevice } from './blocked/tiles.ts';
export { tileOrder } from './tile-order.ts';
export { uploaded, zeroed } from './buffers.ts';
export { compilePipeline, compileStage, dispatch } from './stage.ts';
export type { Dispatched, Encode, Stage } from './stage.ts';
