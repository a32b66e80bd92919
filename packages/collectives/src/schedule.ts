// What a collective algorithm does, step by step: the same description is executed on the GPU, counted, and simulated.

/** One message: `count` elements (at least 1) of rank `from`, starting at `offset`, reach the same place of rank `to`. */
export interface Transfer {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly count: number;
  /** `reduce` combines with what the receiver has there, `copy` replaces it. */
  readonly action: 'reduce' | 'copy';
}

/**
 * A collective as steps. A step starts when the earlier ones are done, and its transfers read what was there before
 * it, so they may run in any order or at once. A place of a receiver takes either one `copy`, or `reduce` transfers
 * of equal range: these and what the receiver has there are combined in one go, in increasing order of rank. So a
 * gather from all ranks is one step with a message from each, and gives the same bits wherever it is done.
 */
export interface Schedule {
  readonly ranks: number;
  readonly elements: number;
  readonly stepCount: number;
  /** A pure function, so that thousands of ranks need not be held in memory. May be lazy: iterate, do not index. */
  readonly step: (index: number) => Iterable<Transfer>;
}
