// Mutants that are listed as computing the same, and which of them a mutant is.
import type { EquivalentMutant, Mutant } from './types.generated.ts';

type Named = Pick<Mutant, 'file' | 'line' | 'before' | 'after'>;

/** Tells whether a mutant is a listed one; `№` in the list is any number, of which generated kernels have one for each case. */
export function isListedAs(listed: Omit<EquivalentMutant, 'reason'>): (mutant: Named) => boolean {
  const [before, after] = [patternOf(listed.before), patternOf(listed.after)];
  const { file, line } = listed;
  return (mutant) =>
    mutant.file === file &&
    (line ?? mutant.line) === mutant.line &&
    before.test(mutant.before) &&
    after.test(mutant.after);
}

const anyNumber = String.raw`\d+(?:\.\d+)?(?:e[+-]?\d+)?`;

function patternOf(text: string): RegExp {
  const parts = text.split('№').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(anyNumber)}$`);
}
