// How each rung is launched.
export {
  blockRows,
  lanesPerRow,
  paddedRows,
  subgroupPerRow,
  threadPerRow,
  threadPerVector,
} from './plans/rows.ts';
export { balanced, merged } from './plans/merge.ts';
export { segmented } from './plans/segmented.ts';
export { vectorsInLanes, vectorsInTiles } from './plans/vectors.ts';
