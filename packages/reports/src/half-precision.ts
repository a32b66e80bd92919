// Half against single precision: the same rung on the same case in both types.
import type { Row } from '@kernel-ladder/curriculum';
import { inUlp, typeOf } from './accuracy.ts';
import { cell } from './data.ts';
import { errorOf, groupsOf, hasError } from './error-growth.ts';
import { sourceCells, sourceColumns } from './report.ts';
import type { Section } from './report.ts';

/** One row a kernel and half type: of the cases that it solves in f32 as well the one where half precision costs most. */
export function halfSection(rows: readonly Row[]): Section {
  const worst = worstPairs(rows);
  return {
    title: 'Half against single precision',
    text: 'The same rung on the same case in both types, of all such cases the one with the largest ratio. 8192 is 2⁻¹¹ over 2⁻²⁴: what one rounding to half precision costs over one to single precision.',
    columns: [
      'kernel',
      'type',
      'cases',
      'error, f32',
      'error, half',
      'ratio, half over f32',
      'steps of f16 at 1 in it',
      'share of tolerance, f32',
      'share of tolerance, half',
      ...sourceColumns,
    ],
    rows: worst.map(pairRow),
    sources: worst.map(({ half }) => half),
  };
}

interface Pair {
  readonly half: Row;
  readonly single: Row;
  readonly ratio: number;
  /** How many cases the rung solves in both types. */
  readonly cases: number;
}

function worstPairs(rows: readonly Row[]): readonly Pair[] {
  const singles = new Map(rows.filter((row) => typeOf(row) === 'f32').map((row) => [pairKey(row), row]));
  const pairs = rows.flatMap((half) => {
    const single = singles.get(pairKey(half));
    const isPair = single && typeOf(half).startsWith('f16') && hasError(half) && hasError(single);
    return isPair ? [{ half, single, ratio: errorOf(half) / errorOf(single) }] : [];
  });
  const groups = groupsOf(
    pairs,
    ({ half }) => `${half.result.family} ${half.result.variant} ${typeOf(half)}`,
  );
  return groups.flatMap((own) => {
    const [worst] = own.toSorted((a, b) => b.ratio - a.ratio);
    return worst ? [{ ...worst, cases: own.length }] : [];
  });
}

function pairRow({ half, single, ratio, cases }: Pair): readonly string[] {
  return [
    `${half.result.family} ${half.result.variant}`,
    typeOf(half),
    cell(cases),
    cell(errorOf(single)),
    cell(errorOf(half)),
    cell(ratio),
    cell(inUlp(errorOf(half), 1, 'f16')),
    cell(single.result.check?.worstErrorOverTolerance),
    cell(half.result.check?.worstErrorOverTolerance),
    ...sourceCells(half),
  ];
}

const pairKey = ({ result }: Row): string =>
  `${result.family}/${result.variant}/${result.case.split(',').slice(0, -1).join(',')}`;
