// What every part of the commit's page is drawn from.
import type { JudgedChange } from '@kernel-ladder/schema';
import type { AcknowledgedAt } from '@kernel-ladder/publish/acknowledged';
import type { Measured, OpenedCommit } from '../model/measured.ts';

/** A commit among the commits of its machine. */
export interface CommitShown {
  readonly machine: string;
  readonly commit: OpenedCommit;
  readonly commits: readonly Measured[];
  /** Changes of level that the judge confirmed here, by id. */
  readonly verdicts: ReadonlyMap<string, JudgedChange>;
  /** Who takes which change of speed. */
  readonly acknowledged: AcknowledgedAt;
}
