// What subscribers are told of a machine: one piece of news a commit and kind, newest first.
import type { JudgedChange, SiteJudgement, SiteRun } from '@kernel-ladder/schema';
import { commitsOfChange } from '../acknowledged/known.ts';
import type { AcknowledgedAt } from '../acknowledged/known.ts';
import type { OutcomeChange } from './outcomes.ts';

/** What happened to some ids at one commit. */
export interface News {
  readonly kind: 'slower' | 'faster' | 'failing' | 'repaired';
  readonly run: SiteRun;
  /** A line an id, the worst first. */
  readonly lines: readonly string[];
}

/** Readers keep what they have read: older news need not be told again. */
const mostNews = 64;

/** The news of a machine. What somebody acknowledged is none, and neither is what may be another card; a failure always is. */
export function newsOf(
  judgement: SiteJudgement | null,
  outcomes: readonly OutcomeChange[],
  acknowledged: AcknowledgedAt,
): readonly News[] {
  const told = outcomes.map(({ id, kind, run, reason }) => ({
    kind,
    run,
    line: reason === '' ? id : `${id}: ${reason}`,
  }));
  const all = [...changesIn(judgement, acknowledged), ...told];
  return [...Map.groupBy(all, ({ kind, run }) => `${kind} ${run.commit.sha}`).values()]
    .flatMap((own): readonly News[] => {
      const [first] = own;
      return first ? [{ kind: first.kind, run: first.run, lines: own.map(({ line }) => line) }] : [];
    })
    .toSorted((a, b) => b.run.startedAt.localeCompare(a.run.startedAt))
    .slice(0, mostNews);
}

function changesIn(judgement: SiteJudgement | null, acknowledged: AcknowledgedAt) {
  if (!judgement) return [];
  const { changes, runs } = judgement;
  return changes
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .flatMap((change) => {
      const run = runs[change.after];
      const isTaken = acknowledged(change.id, commitsOfChange(change, runs)) !== undefined;
      if (!run || change.cards || isTaken) return [];
      const kind = change.direction === 'regressed' ? ('slower' as const) : ('faster' as const);
      return [{ kind, run, line: lineOf(change) }];
    });
}

function lineOf({ id, effect, ciLow, ciHigh, sameKernelHash }: JudgedChange): string {
  const kernel = sameKernelHash === null ? '' : sameKernelHash ? ', kernel unchanged' : ', kernel changed';
  return `${id}: ${percent(effect)} (95 % interval ${percent(ciLow)} to ${percent(ciHigh)})${kernel}`;
}

function percent(effect: number): string {
  return `${effect < 0 ? '−' : '+'}${Math.abs(100 * effect).toFixed(1)} %`;
}
