// What a schedule is made for, and how a vector is cut into chunks.

/** Ranks, and elements of each rank's vector. */
export interface Shape {
  readonly ranks: number;
  readonly elements: number;
  /** Nodes of equal size, for the hierarchical algorithm: node k holds the ranks from k · ranks / nodes on. 1 when left out. */
  readonly nodes?: number;
  /** Chunks begin at multiples of this many elements, so that vectors of that width never straddle two. 1 when left out. */
  readonly granularity?: number;
}

/** Consecutive elements. */
export interface Range {
  readonly offset: number;
  readonly count: number;
}

/** The whole vector. */
export function wholeOf({ elements }: Shape): Range {
  return { offset: 0, count: elements };
}

/** Chunk `index` of `parts` that cover a range in order and differ by one granule at most; it may be empty. */
export function chunkOf(range: Range, parts: number, index: number, granularity = 1): Range {
  const granules = Math.ceil(range.count / granularity);
  const start = Math.min(range.count, firstGranule(granules, parts, index) * granularity);
  const end = Math.min(range.count, firstGranule(granules, parts, index + 1) * granularity);
  return { offset: range.offset + start, count: end - start };
}

/** Throws a RangeError that names the value where a shape makes no sense. */
export function checkShape({ ranks, elements, nodes = 1, granularity = 1 }: Shape): void {
  if (!isCount(ranks, 1)) throw new RangeError(`${ranks} ranks: give an integer of at least 1`);
  if (!isCount(elements, 0)) throw new RangeError(`${elements} elements: give an integer of at least 0`);
  if (!isCount(granularity, 1))
    throw new RangeError(`granularity ${granularity}: give an integer of at least 1`);
  if (!isCount(nodes, 1) || ranks % nodes !== 0)
    throw new RangeError(`${nodes} nodes for ${ranks} ranks: give a number of nodes that divides the ranks`);
}

// The first granules % parts chunks get one more.
function firstGranule(granules: number, parts: number, index: number): number {
  return index * Math.floor(granules / parts) + Math.min(index, granules % parts);
}

function isCount(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least;
}
