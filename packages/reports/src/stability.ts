// Numerical stability: how far every kernel is from its reference and why, and where the naive forms break.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { kindOf, normwiseUlp, relativeUlp, typeOf, whyOf, worstValue } from './accuracy.ts';
import { cell, mainMachine, passedOf } from './data.ts';
import { lengthSection, magnitudeSection, ulpSection } from './error-growth.ts';
import { failingFamilies, failingSection, observedSection } from './failing-forms.ts';
import { halfSection } from './half-precision.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

const families = [
  'softmax',
  'norm',
  'attention',
  'gemm',
  'reduce',
  'scan',
  'allreduce',
  'elementwise',
] as const;

// So many families show a form that fails.
const leastFailing = 4;

/** The page on numerical stability. */
export function stability(input: ReportInput): Report {
  const machine = mainMachine(input);
  const rows = families.flatMap((family) => passedOf(machine, family)).filter(({ result }) => result.check);
  return writeReport({
    name: 'numerical-stability',
    title: 'Numerical stability',
    intro:
      'Every result was compared with a reference in double precision. Share of tolerance: the largest error over what the bound of its family allows; at most 1 in a passed check. ULP: steps of the type of the output. A relative error may be of any size where terms cancel or vanish; the column “why” says by its own numbers what made it.',
    sections: [
      errors(rows),
      lengthSection(rows),
      magnitudeSection(rows),
      ulpSection(rows),
      halfSection(rows),
      failingSection(machine, families),
      observedSection(machine, families),
    ],
    missing: missing(machine, rows),
  });
}

function errors(rows: readonly Row[]): Section {
  const groups = Map.groupBy(rows, (row) =>
    [row.result.family, row.result.variant, typeOf(row), kindOf(row.result)].join(' '),
  );
  const sources = [...groups.values()].flatMap((own) =>
    own.toSorted((a, b) => share(b) - share(a)).slice(0, 1),
  );
  return {
    title: 'Largest errors by kernel and type',
    text: 'Of the timed cases the one nearest to its tolerance. The reference at the largest relative error is at most the largest error over it.',
    columns: [
      'kernel',
      'type',
      'share of tolerance',
      'largest error',
      'largest relative error',
      'in ULP there',
      'reference there, at most',
      'ULP of the largest output',
      'why',
      ...sourceColumns,
    ],
    rows: sources.map(errorRow),
    sources,
  };
}

function errorRow(row: Row): readonly string[] {
  const { result } = row;
  const { check } = result;
  return [
    [result.family, result.variant, kindOf(result)].filter(Boolean).join(' '),
    typeOf(row),
    cell(check?.worstErrorOverTolerance),
    cell(check?.maxAbs),
    cell(check?.maxRel),
    cell(relativeUlp(result)),
    cell(worstValue(result)),
    cell(normwiseUlp(result)),
    whyOf(result),
    ...sourceCells(row),
  ];
}

const share = ({ result }: Row): number => result.check?.worstErrorOverTolerance ?? 0;

function missing(machine: MachineRows | null, rows: readonly Row[]): readonly string[] {
  const absent = families.filter((family) => passedOf(machine, family).length === 0);
  const failing = failingFamilies(machine, families);
  const isSized = rows.some(({ result }) => result.check?.largest !== undefined);
  return [
    ...absent.map((family) => `\`${family}\`: no passed result on hardware`),
    ...(failing.length < leastFailing
      ? [
          `forms that fail as expected in ${leastFailing} families: ${failing.length} on record (${failing.join(', ') || 'none'})`,
        ]
      : []),
    ...(isSized ? [] : ['errors over magnitude: no result on hardware says how large its outputs are']),
  ];
}
