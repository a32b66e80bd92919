// How many additions one behind another a library's sums have, which says nothing of it.

const leastThreads = 512;
const treeSteps = 64;

/** Longest chain where a block of at least 512 threads strides over n terms and then folds: the fewest that these libraries start. */
export function chainInBlocks(n: number): number {
  return Math.min(n, treeSteps + Math.ceil(n / leastThreads));
}

/** Longest chain where a warp strides over a row of n terms and then folds. */
export function chainInWarps(n: number): number {
  return Math.min(n, treeSteps + Math.ceil(n / 32));
}
