// How far a way to add up is believed.
import type { CaseParams, Problem, Threads } from '../contract/family.ts';
import type { Accuracy } from '../contract/oracle.ts';

/** A way to add up a case, as it says and as it is launched. */
export interface Adding<Case extends CaseParams> {
  readonly family: Problem<Case>;
  readonly params: Case;
  readonly claim: Accuracy;
  /** Left out where a variant runs itself. */
  readonly threads?: Threads;
}

/** What an oracle is told of a way to add up: no longer a chain than the problem and the launch have, whatever the way claims. */
export function accuracyOf<Case extends CaseParams>({
  family,
  params,
  claim,
  threads,
}: Adding<Case>): Accuracy {
  const most = family.mostTerms?.(params, threads) ?? Number.POSITIVE_INFINITY;
  return { longestSum: Math.min(claim.longestSum, most) };
}
