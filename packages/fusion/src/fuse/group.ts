// What one kernel computes.
import type { ValueId } from '../graph/types.ts';
import type { Fold } from './prepare.ts';

/** Values that one kernel computes. */
interface Members {
  /** In the order in which they are computed. */
  readonly members: readonly ValueId[];
  /** Those that somebody else reads: they are written to memory. */
  readonly stores: readonly ValueId[];
}

/** Every element by itself: all members have `count` elements. */
export interface MapGroup extends Members {
  readonly kind: 'map';
  readonly count: number;
}

/** Rows that are folded, and what goes into a fold or is made of it: members have an element for each of the row, or one a row. */
export interface RowsGroup extends Members {
  readonly kind: 'rows';
  readonly rows: number;
  readonly columns: number;
}

/** Columns that are folded: members have an element for each that is folded, or for each result. */
export interface ColumnsGroup extends Members {
  readonly kind: 'columns';
  readonly fold: Fold;
}

/** What has a kernel of its own, and what follows of each of its results. */
export interface OpaqueGroup extends Members {
  readonly kind: 'opaque';
  /** The member with the kernel of its own. */
  readonly node: ValueId;
  readonly count: number;
}

/** What one kernel computes. */
export type Group = MapGroup | RowsGroup | ColumnsGroup | OpaqueGroup;
