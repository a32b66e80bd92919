// A machine's feed: what was confirmed, began to fail, or was repaired.
import type { SiteJudgement } from '@kernel-ladder/schema';
import type { AcknowledgedAt } from '../acknowledged/known.ts';
import { newestEntry } from '../entries.ts';
import { dataName } from '../files.ts';
import type { LateFile } from '../run-files.ts';
import type { SummedMachine } from '../whole.ts';
import { atomOf } from './atom.ts';
import { newsOf } from './news.ts';
import { outcomeChanges } from './outcomes.ts';

/** What a machine's feed is made of beside its runs. */
export interface FeedParts {
  /** Its name for people. */
  readonly name: string;
  /** Null of a software adapter. */
  readonly judgement: SiteJudgement | null;
  readonly acknowledged: AcknowledgedAt;
  readonly siteUrl: string | null;
}

/** Makes it. */
export function feedFile(
  machine: SummedMachine,
  { name, judgement, acknowledged, siteUrl }: FeedParts,
): LateFile {
  const updated = newestEntry(machine.entries)?.head.site.startedAt ?? '1970-01-01T00:00:00Z';
  const news = newsOf(judgement, outcomeChanges(machine), acknowledged);
  const text = atomOf({ machineKey: machine.key, machine: name, updated, news, siteUrl });
  return { name: dataName.feed(machine.key), bytes: () => Buffer.from(text) };
}
