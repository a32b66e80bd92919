// The rung that takes another one's plan: an automatic choice, as something to measure.
import { notApplicable } from '@kernel-ladder/harness';
import type { CaseParams, DeviceFacts, Variant } from '@kernel-ladder/harness';

/** Which rung a family picks, and for which cases its choice is judged. */
export interface Choice<Case extends CaseParams> {
  /** Held-out cases: at others the choice would be timed on what its rules were read off. */
  readonly claims: (params: Case) => boolean;
  /** What the held-out cases are, for the reason of a skip. */
  readonly judgedAt: string;
  readonly pick: (params: Case, device: DeviceFacts) => string;
}

/** `auto`: for held-out cases the plan of the rung that is picked, which must be one of `rungs`. */
export function automatic<Case extends CaseParams>(
  rungs: readonly Variant<Case>[],
  { claims, judgedAt, pick }: Choice<Case>,
): Variant<Case> {
  return {
    name: 'auto',
    summary: 'the rung that the rules name for the size and the device',
    boundBy: 'what bounds the rung it takes: launches while there is little to do, then memory bandwidth',
    plan: (params, device) =>
      claims(params)
        ? rungNamed(pick(params, device), rungs).plan(params, device)
        : notApplicable(`picks for ${judgedAt} only`),
  };
}

function rungNamed<Case extends CaseParams>(name: string, rungs: readonly Variant<Case>[]): Variant<Case> {
  const rung = rungs.find((candidate) => candidate.name === name);
  if (rung) return rung;
  throw new Error(`"${name}" is picked, which is none of ${rungs.map((known) => known.name).join(', ')}`);
}
