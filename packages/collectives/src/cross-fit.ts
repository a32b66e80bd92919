// Fits to other parts of the rows than the one that is kept: how far the parameters and the errors depend on the choice.
import type { Reference } from '@kernel-ladder/schema';
import { compare, everyOther, fit } from './calibrate.ts';
import type { Comparison, Split } from './calibrate.ts';
import { fittedValues } from './fitted.ts';
import type { FittedValue } from './fitted.ts';
import type { Network } from './network.ts';

/** A fit to some rows, and its score on the others. */
export interface CrossFit {
  readonly fittedTo: string;
  readonly values: readonly FittedValue[];
  /** Only what has rows that the fit did not see. */
  readonly comparisons: readonly Comparison[];
}

const splits: readonly { readonly fittedTo: string; readonly isFitted: Split }[] = [
  { fittedTo: 'the other half', isFitted: (reference, index) => !everyOther(reference, index) },
  { fittedTo: '2 GPUs', isFitted: ({ ranks }) => ranks === 2 },
  { fittedTo: '8 GPUs', isFitted: ({ ranks }) => ranks === 8 },
];

/** Fits to the other half of the sizes, and to all sizes of one rank count; `fixed` as for `fit`. */
export function crossFits(fixed: Network, references: readonly Reference[]): readonly CrossFit[] {
  return splits.map(({ fittedTo, isFitted }) => {
    const network = fit(fixed, references, isFitted);
    const comparisons = references.map((reference) => compare(network, reference, isFitted));
    return {
      fittedTo,
      values: fittedValues(network),
      comparisons: comparisons.filter(({ rows }) => rows.some((row) => !row.isFitted)),
    };
  });
}
