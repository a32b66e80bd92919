// What a run and its confirmation come to: one word for the step, and the reasons.
import type { Confirmed, Run } from '@kernel-ladder/schema';
import { conclusionOf } from '@kernel-ladder/publish/compare';
import type { FailOn } from '@kernel-ladder/publish/compare';

/** The worst that was found, worst first. */
export const verdictWords = [
  'FAILED',
  'REGRESSED',
  'SUSPECT',
  'UNDECIDED',
  'IMPROVED',
  'SAME',
  'UNJUDGED',
] as const;

/** One of them; UNJUDGED where no time was compared. */
export type VerdictWord = (typeof verdictWords)[number];

/** What is found. */
export interface Verdict {
  readonly word: VerdictWord;
  /** Ids that turns have confirmed to be slower. */
  readonly regressions: readonly string[];
  /** Ids that look slower, and that turns have not settled. */
  readonly suspects: readonly string[];
  /** Ids that fail: with a confirmation those that fail again beside a base that passes. */
  readonly failures: readonly string[];
  /** Why times were not judged: a software adapter, no base, what kept the machine from holding still, ids that are gone or unmeasured. */
  readonly reasons: readonly string[];
}

/** Finds the verdict of a run; `confirmed` is null where nothing was held against a base. */
export function verdictOf(run: Run, confirmed: Confirmed | null): Verdict {
  const compared = confirmed?.compared ?? [];
  const having = (verdict: string) => compared.flatMap((row) => (row.verdict === verdict ? [row.id] : []));
  const regressions = having('REGRESSED');
  const suspects = confirmed ? [...confirmed.suspects, ...confirmed.failedOnce.map(({ id }) => id)] : [];
  const failures = confirmed ? confirmed.newlyFailing.map(({ id }) => id) : failedIds(run);
  const counts: { readonly [word in VerdictWord]: number } = {
    FAILED: failures.length,
    REGRESSED: regressions.length,
    SUSPECT: suspects.length,
    UNDECIDED: having('UNDECIDED').length + unknownIds(confirmed).length,
    IMPROVED: having('IMPROVED').length,
    SAME: having('SAME').length,
    UNJUDGED: 1,
  };
  const word = verdictWords.find((each) => counts[each] > 0) ?? 'UNJUDGED';
  return { word, regressions, suspects, failures, reasons: reasonsOf(run, confirmed) };
}

// An id that nobody measures any more, or not in turns, is not known to be as fast as before.
function unknownIds(confirmed: Confirmed | null): readonly string[] {
  return confirmed ? [...confirmed.gone, ...confirmed.unmeasured] : [];
}

/** Kernels of a run that failed; other people's are watched, and fail nothing. */
export function failedIds({ results }: Run): readonly string[] {
  return results.flatMap(({ id, kind, status }) => (status === 'failed' && kind !== 'peer' ? [id] : []));
}

function reasonsOf(run: Run, confirmed: Confirmed | null): readonly string[] {
  const { stable, reasons } = confirmed?.session ?? sessionOf(run);
  const { software } = run.machine;
  return [
    ...(software ? ['software-adapter'] : []),
    ...(confirmed || software ? [] : ['no-base']),
    ...(stable || software ? [] : reasons),
    ...(['gone', 'unmeasured'] as const).filter((what) => confirmed && confirmed[what].length > 0),
  ];
}

function sessionOf({ sessions }: Run): { readonly stable: boolean; readonly reasons: readonly string[] } {
  return {
    stable: sessions.every(({ stable }) => stable),
    reasons: [...new Set(sessions.flatMap(({ reasons }) => reasons))],
  };
}

/** Whether it fails the step. A kernel that fails is suspected and confirmed at once where there is no base to try it beside. */
export function fails(run: Run, confirmed: Confirmed | null, failOn: FailOn): boolean {
  if (confirmed) return conclusionOf(confirmed, failOn).conclusion === 'failure';
  return failOn !== 'never' && failedIds(run).length > 0;
}
