// Families of several problems: each is asked for by parameters of its own, and a case leaves those of the others out.
import type { CaseParams, Params, Problem } from '@kernel-ladder/harness';

/** The parameters that ask for one problem: those that it needs, those that it may have, and the types that it comes in. */
export interface ProblemKind {
  readonly needs: readonly string[];
  readonly may?: readonly string[];
  readonly dtypes: readonly string[];
}

/** The case with the parameters of its problem alone; or in words that those given ask for none of `kinds`. */
export function caseOfKind<Case extends CaseParams>(
  specs: Problem<Case>['params'],
  kinds: readonly ProblemKind[],
  given: Case,
): Case | string {
  // Parameters come with all keys of the family.
  const all: Params = given;
  const asked = specs.filter(({ key, default: usual }) => all[key] !== usual).map(({ key }) => key);
  if (!kinds.some((kind) => isMeant(kind, asked, given.dtype)))
    return `${asked.join(' and ') || 'no parameter'} of ${given.dtype} is no problem: ask for ${kinds.map(describe).join(', or ')}`;
  const own = asked.map((key) => [key, all[key]]);
  return { ...Object.fromEntries(own), dtype: given.dtype } as Case;
}

function isMeant({ needs, may = [], dtypes }: ProblemKind, asked: readonly string[], given: string): boolean {
  return (
    dtypes.includes(given) &&
    needs.every((key) => asked.includes(key)) &&
    asked.every((key) => needs.includes(key) || may.includes(key))
  );
}

function describe({ needs, dtypes }: ProblemKind): string {
  return `${needs.join(' and ')} of ${dtypes.join(' or ')}`;
}
