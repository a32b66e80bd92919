// The columns of a comparison's file.
import type { CsvColumn } from '../csv.ts';
import type { ComparedRow } from './compared.ts';

/** Effects are head/base − 1 of the median time. */
export const comparedCsv: readonly CsvColumn<ComparedRow>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'verdict', value: ({ state }) => state },
  { title: 'effect', value: ({ effect }) => effect },
  { title: 'effect, 95 % interval low', value: ({ interval }) => interval?.[0] ?? null },
  { title: 'effect, 95 % interval high', value: ({ interval }) => interval?.[1] ?? null },
  { title: 'effect over least', value: ({ strength }) => strength },
  { title: 'base median, ns', value: ({ baseNs }) => baseNs },
  { title: 'head median, ns', value: ({ headNs }) => headNs },
  {
    title: 'kernel',
    value: ({ sameKernel }) => (sameKernel === null ? null : sameKernel ? 'unchanged' : 'changed'),
  },
  { title: 'why', value: ({ reasons }) => reasons.join(', ') },
];
