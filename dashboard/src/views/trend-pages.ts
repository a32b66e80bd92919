// Where a column of the trend leads.
import { isOfCommit } from '../model/trend.ts';
import type { TrendColumn } from '../model/trend.ts';
import { commitAddress } from '../state.ts';

/** The page of its commit; null where no commit holds the code that ran. */
export function columnAddress(column: TrendColumn | undefined): string | null {
  return column && isOfCommit(column) ? commitAddress(column.machineKey, column.commit.sha) : null;
}
