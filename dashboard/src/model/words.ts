// Rows under a filter of words and a state.

/** A filter as the address has it, and what it looks at. */
export interface RowFilter<Row> {
  readonly status: string | null;
  readonly query: string;
  readonly textOf: (row: Row) => string;
  readonly statusOf: (row: Row) => string;
}

/** The rows in this state that have every word. */
export function filteredBy<Row>(
  rows: readonly Row[],
  { status, query, textOf, statusOf }: RowFilter<Row>,
): readonly Row[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      (status === null || statusOf(row) === status) &&
      words.every((word) => textOf(row).toLowerCase().includes(word)),
  );
}
