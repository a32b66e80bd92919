// What holds a rung back at one case, where its kernel was taken apart: the bound, and the times that it stands on.
import { heldBack, heldBackWords, perturbationWords, perturbedWords } from '@kernel-ladder/schema';
import type { SiteFamily } from '@kernel-ladder/schema';

/** A measured bound in words. */
export interface MeasuredBound {
  readonly by: string;
  /** Times of what is left of the kernel, over its own. */
  readonly numbers: string;
  /** The commit at which it was taken apart, in eight digits. */
  readonly commit: string;
  /** What could not be taken from it, and why; empty where nothing was refused. */
  readonly refused: string;
}

/** The bound of a rung at a case; null where no run has taken its kernel apart, or nothing could be taken from it. */
export function measuredBound(
  { perturbed = [] }: Pick<SiteFamily, 'perturbed'>,
  variant: string,
  caseName: string,
): MeasuredBound | null {
  const found = perturbed.find((each) => each.variant === variant && each.case === caseName);
  const bound = found && heldBack(found.perturbations);
  if (!found || !bound) return null;
  const { commit, perturbations } = found;
  return {
    by: heldBackWords(bound),
    numbers: perturbedWords(perturbations),
    commit: commit.slice(0, 8),
    refused: perturbations.refused.map(({ kind, why }) => `${perturbationWords[kind]}: ${why}`).join('; '),
  };
}
