// Where a column of the trend leads.
import { isOfCommit } from '../model/trend.ts';
import type { TrendColumn } from '../model/trend.ts';
import { commitAddress, runAddress } from '../state.ts';

/** The page of its commit, or of its run where no commit holds the code that ran; null where there is no such column. */
export function columnAddress(column: TrendColumn | undefined): string | null {
  if (!column) return null;
  const { machineKey, commit, runId } = column;
  return (isOfCommit(column) ? commitAddress(machineKey, commit.sha) : null) ?? runAddress(machineKey, runId);
}
