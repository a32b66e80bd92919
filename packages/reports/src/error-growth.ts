// Errors over length, over magnitude and in steps of the type: what the checks of the recorded results found.
import type { Row } from '@kernel-ladder/curriculum';
import { causeOf, kindOf, lengthParam, normwiseUlp, relativeUlp, termsOf, typeOf } from './accuracy.ts';
import { cell } from './data.ts';
import { sourceCells, sourceColumns } from './report.ts';
import type { Section } from './report.ts';

/** One row a kernel, kind and type with three lengths or more: how its largest error grows from the shortest to the longest. */
export function lengthSection(rows: readonly Row[]): Section {
  const series = groupsOf(rows.filter(hasError), seriesOf).flatMap((own) => {
    const lengths = groupsOf(own, ({ result }) => String(termsOf(result))).flatMap(worstOf);
    const sorted = lengths.toSorted((a, b) => lengthOf(a) - lengthOf(b));
    const [first, last] = [sorted[0], sorted.at(-1)];
    return first && last && sorted.length > 2 ? [{ first, last, count: sorted.length }] : [];
  });
  return {
    title: 'Error over length',
    text: 'Of all cases of a length the largest error. Order: of the growth from the shortest to the longest, 0 where the error stays, 0.5 as the square root of the length, 1 in proportion to it.',
    columns: [
      'kernel',
      'type',
      'along',
      'lengths',
      'shortest',
      'error there',
      'longest',
      'largest error there',
      'order',
      'share of tolerance there',
      ...sourceColumns,
    ],
    rows: series.map(({ first, last, count }) => [
      nameOf(last),
      typeOf(last),
      lengthParam(last.result.family) ?? '',
      cell(count),
      cell(lengthOf(first)),
      cell(errorOf(first)),
      cell(lengthOf(last)),
      cell(errorOf(last)),
      cell(Math.log(errorOf(last) / errorOf(first)) / Math.log(lengthOf(last) / lengthOf(first))),
      cell(last.result.check?.worstErrorOverTolerance),
      ...sourceCells(last),
    ]),
    sources: series.map(({ last }) => last),
  };
}

/** One row a family, type and decade of the largest number that came out. */
export function magnitudeSection(rows: readonly Row[]): Section {
  const known = rows.filter((row) => hasError(row) && normwiseUlp(row.result) !== null);
  const decades = groupsOf(known, (row) => `${row.result.family} ${typeOf(row)} ${decadeOf(row)}`);
  const worst = decades
    .flatMap((own) => worstOf(own).map((row) => ({ row, count: own.length })))
    .toSorted((a, b) => decadeOf(a.row) - decadeOf(b.row))
    .toSorted((a, b) => a.row.result.family.localeCompare(b.row.result.family));
  return {
    title: 'Error over magnitude',
    text:
      known.length === 0
        ? 'No result yet says how large its outputs are.'
        : 'Of each decade of the largest output the largest error, in steps of the type at that output.',
    columns:
      known.length === 0
        ? []
        : [
            'family',
            'type',
            'largest output',
            'results',
            'largest error',
            'in ULP of the largest output',
            ...sourceColumns,
          ],
    rows: worst.map(({ row, count }) => [
      row.result.family,
      typeOf(row),
      cell(row.result.check?.largest),
      cell(count),
      cell(errorOf(row)),
      cell(normwiseUlp(row.result)),
      ...sourceCells(row),
    ]),
    sources: worst.map(({ row }) => row),
  };
}

/** One row a family and type: the largest error in steps of the type, at the worst element and at the largest. */
export function ulpSection(rows: readonly Row[]): Section {
  const groups = groupsOf(
    rows.filter((row) => relativeUlp(row.result) !== null),
    (row) => `${row.result.family} ${typeOf(row)}`,
  );
  const worst = groups.flatMap((own) => {
    const by = (of: (row: Row) => number | null) => own.toSorted((a, b) => (of(b) ?? 0) - (of(a) ?? 0))[0];
    const relative = by(({ result }) => relativeUlp(result));
    const share = by(({ result }) => result.check?.worstErrorOverTolerance ?? 0);
    const largest = by(({ result }) => normwiseUlp(result));
    return relative && share && largest ? [{ relative, share, largest, results: own }] : [];
  });
  return {
    title: 'ULP by family and type',
    text: 'Half of the results are at most the median. The worst element may be a sum near zero, whose own steps are tiny: the table of largest errors says where. The largest output tells how many steps of it the largest error is.',
    columns: [
      'family',
      'type',
      'results',
      'ULP at the worst element, median',
      'largest',
      'largest, no sum near zero',
      'ULP of the largest output',
      'largest share of tolerance',
      ...sourceColumns,
    ],
    rows: worst.map(({ relative, share, largest, results }) => [
      relative.result.family,
      typeOf(relative),
      cell(results.length),
      cell(median(results.map(({ result }) => relativeUlp(result) ?? 0))),
      cell(relativeUlp(relative.result)),
      cell(Math.max(0, ...results.filter(isRounded).map(({ result }) => relativeUlp(result) ?? 0))),
      cell(normwiseUlp(largest.result)),
      cell(share.result.check?.worstErrorOverTolerance),
      ...sourceCells(relative),
    ]),
    sources: worst.map(({ relative }) => relative),
  };
}

const isRounded = ({ result }: Row): boolean => ['exact', 'rounding'].includes(causeOf(result).kind);
const seriesOf = (row: Row): string =>
  [row.result.family, row.result.variant, typeOf(row), kindOf(row.result)].join(' ');
const nameOf = ({ result }: Row): string =>
  [result.family, result.variant, kindOf(result)].filter(Boolean).join(' ');
/** The largest error of a result. */
export const errorOf = ({ result }: Row): number => result.check?.maxAbs ?? 0;
/** Whether a result is off its reference anywhere. */
export const hasError = (row: Row): boolean => errorOf(row) > 0;
const lengthOf = ({ result }: Row): number => termsOf(result) ?? Number.NaN;
const decadeOf = ({ result }: Row): number => Math.floor(Math.log10(result.check?.largest ?? 1));
const worstOf = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => errorOf(b) - errorOf(a)).slice(0, 1);

/** Groups in the order of their first members. */
export function groupsOf<T>(all: readonly T[], key: (one: T) => string): readonly (readonly T[])[] {
  return [...Map.groupBy(all, key).values()];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
