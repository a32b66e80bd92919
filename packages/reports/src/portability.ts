// Which variant runs on which adapter, and what an adapter lacks where it does not.
import type { FamilyLadder } from '@kernel-ladder/schema';
import { takeSnapshot } from '@kernel-ladder/curriculum';
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

/** A row a variant, a column an adapter of the history: cases that passed, failed, were skipped for want of what. */
export function portability(input: ReportInput): Report {
  const { machines } = takeSnapshot({ runs: input.runs, tests: [], artefacts: [] });
  const shown = input.families.filter(({ name }) => machines.some(({ byFamily }) => byFamily.has(name)));
  return writeReport({
    name: 'portability',
    title: 'Portability',
    intro:
      'The newest result of every id on every adapter of the history. A skip is no failure: it names the feature or the limit that the adapter does not offer.',
    sections: [
      {
        title: 'Variants by adapter',
        text: '',
        columns: [
          'variant',
          ...machines.map(({ machine }) => `${machine.adapter.name} (\`${machine.key}\`)`),
        ],
        rows: shown.flatMap((family) => linesOf(family, machines)),
        sources: shown.flatMap(({ name }) =>
          machines.flatMap(({ byFamily }) => byFamily.get(name)?.slice(0, 1) ?? []),
        ),
      },
    ],
    missing: machines.length < 2 ? ['a second adapter: record a run of another device'] : [],
  });
}

function linesOf(
  { name, rungs }: FamilyLadder,
  machines: readonly MachineRows[],
): readonly (readonly string[])[] {
  return rungs.map((rung) => [
    `${name}/${rung.name}`,
    ...machines.map(({ byFamily }) =>
      outcome((byFamily.get(name) ?? []).filter(({ result }) => result.variant === rung.name)),
    ),
  ]);
}

function outcome(rows: readonly Row[]): string {
  if (rows.length === 0) return 'not run';
  const count = (status: string) => rows.filter(({ result }) => result.status === status).length;
  const skips = rows.filter(({ result }) => result.status === 'skipped');
  const reasons = new Set(skips.map(({ result }) => `\`${result.reason?.code ?? 'no reason'}\``));
  return [
    `${count('passed')} passed`,
    ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
    ...(skips.length > 0 ? [`${skips.length} skipped: ${[...reasons].join(', ')}`] : []),
  ].join(', ');
}
