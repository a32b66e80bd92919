// Numerical stability: how far every kernel is from its reference, and where the naive forms break.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, mainMachine, passedOf } from './data.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

const families = ['softmax', 'norm', 'attention', 'gemm', 'reduce', 'scan'] as const;

// Families whose ladder holds a rung that is there to break.
const breaking: { readonly [family: string]: string } = { softmax: 'unsafe', norm: 'naive' };

/** The page on numerical stability. */
export function stability(input: ReportInput): Report {
  const machine = mainMachine(input);
  return writeReport({
    name: 'numerical-stability',
    title: 'Numerical stability',
    intro:
      'Every result was compared with a reference in double precision. Share of tolerance: the largest error over what the bound of its family allows; at most 1 in a passed check.',
    sections: [errors(machine), expectedFailures(machine), observations(machine)],
    missing: missing(machine),
  });
}

function errors(machine: MachineRows | null): Section {
  const sources = families.flatMap((family) => {
    const groups = Map.groupBy(passedOf(machine, family), ({ result }) => groupOf(result));
    return [...groups.values()].flatMap((rows) => rows.toSorted((a, b) => share(b) - share(a)).slice(0, 1));
  });
  return {
    title: 'Largest errors by kernel and type',
    text: 'Of the timed cases the one nearest to its tolerance.',
    columns: [
      'kernel',
      'type',
      'share of tolerance',
      'largest error',
      'largest relative error',
      ...sourceColumns,
    ],
    rows: sources.map((row) => {
      const { result } = row;
      const { check } = result;
      return [
        `${result.family} ${result.variant}${opOf(result)}`,
        String(result.params['dtype']),
        cell(check?.worstErrorOverTolerance),
        cell(check?.maxAbs),
        cell(check?.maxRel),
        ...sourceCells(row),
      ];
    }),
    sources,
  };
}

const share = ({ result }: Row): number => result.check?.worstErrorOverTolerance ?? 0;
const groupOf = (result: Row['result']): string =>
  `${result.variant} ${result.params['dtype']} ${opOf(result)}`;
const opOf = ({ params }: Row['result']): string =>
  typeof params['op'] === 'string' && params['op'] !== 'sum' ? ` ${params['op']}` : '';

function expectedFailures(machine: MachineRows | null): Section {
  const found = families.flatMap((family) =>
    oneByVariant(machine, family).flatMap((row) =>
      row.result.coverage.flatMap(({ set, expectedFailures: wrong = [] }) =>
        wrong.map((failure) => ({ row, set, failure })),
      ),
    ),
  );
  return {
    title: 'Where the naive forms fail',
    text: 'Cases that a rung is there to get wrong, and did. The rungs that passed the same set are named beside it.',
    columns: ['kernel', 'case', 'why', 'what came out', 'right in the same set', ...sourceColumns],
    rows: found.map(({ row, set, failure }) => [
      `${row.result.family} ${row.result.variant}`,
      `${set} \`${failure.case}\``,
      failure.because,
      failure.message,
      holders(machine, row, set).join(', '),
      ...sourceCells(row),
    ]),
    sources: found.map(({ row }) => row),
  };
}

function holders(machine: MachineRows | null, { result }: Row, set: string): readonly string[] {
  return oneByVariant(machine, result.family)
    .filter((row) =>
      row.result.coverage.some(
        (entry) =>
          entry.set === set &&
          entry.passed > 0 &&
          entry.failed.length === 0 &&
          (entry.expectedFailures ?? []).length === 0,
      ),
    )
    .map((row) => row.result.variant);
}

function observations(machine: MachineRows | null): Section {
  const found = families.flatMap((family) =>
    oneByVariant(machine, family).flatMap((row) =>
      row.result.coverage.flatMap(({ observed = [] }) =>
        observed.map(({ case: caseName, outcome }) => ({ row, caseName, outcome })),
      ),
    ),
  );
  const groups = Map.groupBy(
    found,
    ({ row, outcome }) => `${row.result.family} ${row.result.variant}\n${outcome}`,
  );
  const firsts = [...groups.values()].flatMap((group) =>
    group[0] ? [{ ...group[0], count: group.length }] : [],
  );
  return {
    title: 'What becomes of NaN and infinity',
    text: 'WGSL promises nothing about them, so the outcome is recorded and not judged.',
    columns: ['kernel', 'outcome', 'cases', 'first of them', ...sourceColumns],
    rows: firsts.map(({ row, caseName, outcome, count }) => [
      `${row.result.family} ${row.result.variant}`,
      outcome,
      cell(count),
      `\`${caseName}\``,
      ...sourceCells(row),
    ]),
    sources: firsts.map(({ row }) => row),
  };
}

// All results of a variant in a run carry the same coverage: one of them stands for it, the newest that has any.
function oneByVariant(machine: MachineRows | null, family: string): readonly Row[] {
  const all = [...(machine?.past.values() ?? [])]
    .flat()
    .filter(
      ({ result }) => result.family === family && result.coverage.length > 0 && result.status === 'passed',
    );
  return [...Map.groupBy(all, ({ result }) => result.variant).values()].flatMap((rows) =>
    rows.toSorted((a, b) => b.run.startedAt.localeCompare(a.run.startedAt)).slice(0, 1),
  );
}

function missing(machine: MachineRows | null): readonly string[] {
  const absent = families.filter((family) => passedOf(machine, family).length === 0);
  const unbroken = Object.entries(breaking).filter(
    ([family, variant]) =>
      !oneByVariant(machine, family).some(
        ({ result }) =>
          result.variant === variant &&
          result.coverage.some((entry) => (entry.expectedFailures ?? []).length > 0),
      ),
  );
  return [
    ...absent.map((family) => `\`${family}\`: no passed result on hardware`),
    ...unbroken.map(([family, variant]) => `\`${family}/${variant}\`: no case that it gets wrong on record`),
  ];
}
