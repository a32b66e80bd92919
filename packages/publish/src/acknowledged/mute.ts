// A judgement for those who count: without what somebody knows of and takes.
import type { SiteJudgement } from '@kernel-ladder/schema';
import { commitsOfChange } from './known.ts';
import type { AcknowledgedAt } from './known.ts';

/** The judgement without acknowledged changes and suspects. */
export function withoutAcknowledged(judgement: SiteJudgement, acknowledged: AcknowledgedAt): SiteJudgement {
  const { changes, runs, newest } = judgement;
  const sha = newest === null ? undefined : runs[newest.run]?.commit.sha;
  const isOpen = (id: string, shas: readonly string[]) => acknowledged(id, shas) === undefined;
  return {
    ...judgement,
    changes: changes.filter((change) => isOpen(change.id, commitsOfChange(change, runs))),
    newest: newest && {
      ...newest,
      suspects: newest.suspects.filter(({ id }) => isOpen(id, sha === undefined ? [] : [sha])),
    },
  };
}
