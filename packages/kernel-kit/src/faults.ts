// What goes wrong in kernels, by class: a table of a family's faults says for each class which of them stand for it, or why none can.
import type { CaseParams, Fault } from '@kernel-ladder/harness';

/** Names of faults, or in one sentence why there is none. */
type Cell = readonly string[] | string;

/** A cell for each class of mistakes. */
export interface FaultTable {
  /** A wrong index or stride. */
  readonly index: Cell;
  /** A bound that is off: at the first element, at the last, or in the tail. */
  readonly bound: Cell;
  /** Terms left out or counted twice. */
  readonly terms: Cell;
  /** A wrong initial value. */
  readonly start: Cell;
  /** A barrier or a reset that is missing. */
  readonly barrier: Cell;
  /** What does not count counts. */
  readonly mask: Cell;
  /** Fewer bits than there are. */
  readonly precision: Cell;
  /** A scale, shift, offset or mask of another place. */
  readonly lookup: Cell;
  /** What was there before, or an output that is not whole. */
  readonly stale: Cell;
  /** Another operation. */
  readonly operation: Cell;
  /** Another row, segment or tie. */
  readonly row: Cell;
  /** Exclusive taken for inclusive, or the reverse. */
  readonly inclusion: Cell;
  /** What is lost between blocks. */
  readonly carry: Cell;
}

/** Names that only a table knows, or only a family's faults. */
export function strayFaults<Case extends CaseParams>(
  table: FaultTable,
  faults: readonly Fault<Case>[],
): readonly string[] {
  const placed = Object.values<Cell>({ ...table }).flatMap((cell) => (typeof cell === 'string' ? [] : cell));
  const names = faults.map(({ name }) => name);
  return [
    ...placed.filter((name) => !names.includes(name)),
    ...names.filter((name) => !placed.includes(name)),
  ];
}
