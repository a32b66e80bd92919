// Where the naive forms fail: cases that a rung is there to get wrong, and what becomes of inputs that nothing is promised for.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell } from './data.ts';
import { sourceCells, sourceColumns } from './report.ts';
import type { Section } from './report.ts';

/** The families that have a form which failed as expected, each by its newest results. */
export function failingFamilies(machine: MachineRows | null, families: readonly string[]): readonly string[] {
  return families.filter((family) => failuresOf(machine, family).length > 0);
}

/** The section of failing forms: one row a case that came out wrong, with the rungs that are right on all of its set. */
export function failingSection(machine: MachineRows | null, families: readonly string[]): Section {
  const found = families.flatMap((family) => failuresOf(machine, family));
  const forms = new Set(found.map(({ row }) => `${row.result.family} ${row.result.variant}`));
  return {
    title: 'Where the naive forms fail',
    text: `Cases that a rung is there to get wrong, and did: ${forms.size} forms of ${new Set(found.map(({ row }) => row.result.family)).size} families. The rungs that passed the same set are named beside it.`,
    columns: [
      'kernel',
      'case',
      'why',
      'what came out',
      'error over bound',
      'right in the same set',
      ...sourceColumns,
    ],
    rows: found.map(({ row, set, failure }) => [
      `${row.result.family} ${row.result.variant}`,
      `${set} \`${failure.case}\``,
      failure.because,
      failure.message,
      overBound(failure.message),
      holders(machine, row, set).join(', '),
      ...sourceCells(row),
    ]),
    sources: found.map(({ row }) => row),
  };
}

function failuresOf(machine: MachineRows | null, family: string) {
  return oneByVariant(machine, family).flatMap((row) =>
    row.result.coverage.flatMap(({ set, expectedFailures: wrong = [] }) =>
      wrong.map((failure) => ({ row, set, failure })),
    ),
  );
}

// The oracle's words: "y[3] is 1.5, expected 1 ± 0.1".
const words = / is (?<got>\S+), expected (?<expected>\S+) ± (?<bound>\S+)$/;

/** How many times as large as its bound an error is, from the words that refused it; nothing where no number came out. */
export function overBound(message: string): string {
  const { got, expected, bound } = words.exec(message)?.groups ?? {};
  const ratio = Math.abs(Number(got) - Number(expected)) / Number(bound);
  return Number.isFinite(ratio) ? cell(ratio, '×') : 'no number';
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

/** The section of inputs such as NaN: one row a rung and outcome. */
export function observedSection(machine: MachineRows | null, families: readonly string[]): Section {
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
    .filter(({ result }) => result.family === family && result.kind === 'gpu')
    .filter(({ result }) => result.coverage.length > 0 && result.status === 'passed');
  return [...Map.groupBy(all, ({ result }) => result.variant).values()].flatMap((rows) =>
    rows.toSorted((a, b) => b.run.startedAt.localeCompare(a.run.startedAt)).slice(0, 1),
  );
}
