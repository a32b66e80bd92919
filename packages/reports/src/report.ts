// A generated write-up: Markdown whose every number names the result and the commit that it comes from.
import type { FamilyLadder, Run } from '@kernel-ladder/schema';
import { markdownTable, stamp } from '@kernel-ladder/curriculum';
import type { Row } from '@kernel-ladder/curriculum';

/** What write-ups are made from: all runs in the order of their commits, and the ladders that they carry. */
export interface ReportInput {
  readonly families: readonly FamilyLadder[];
  readonly runs: readonly Run[];
}

/** A write-up, ready to be written where `path` says. */
export interface Report {
  /** From the root of the repository. */
  readonly path: string;
  readonly title: string;
  /** Markdown, its origin in the first line. */
  readonly text: string;
  readonly rows: number;
  /** What the write-up should show and no result has. */
  readonly missing: readonly string[];
}

/** The parts that a page is put together from. */
export interface Draft {
  readonly name: string;
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly Section[];
  readonly missing: readonly string[];
  /** The commit behind a page whose numbers are of no result. */
  readonly commit?: string;
}

/** A heading with text and a table; `sources` are the results behind its numbers. */
export interface Section {
  readonly title: string;
  readonly text: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly sources: readonly Row[];
  /** 3 under a heading of its page; 2 when left out. */
  readonly depth?: 2 | 3;
}

/** Stands for the commit where there is no run. */
export const unknownCommit = '0'.repeat(40);

/** Writes a page: its sections, the conditions of every run behind them, and what is missing. */
export function writeReport(draft: Draft): Report {
  const sources = draft.sections.flatMap((section) => section.sources);
  const rows = draft.sections.reduce((sum, section) => sum + section.rows.length, 0);
  const body = [
    `# ${draft.title}`,
    draft.intro,
    ...draft.sections.flatMap(sectionText),
    '## Conditions',
    conditions(sources),
    '## Missing rows',
    draft.missing.length === 0 ? 'None.' : draft.missing.map((what) => `- ${what}`).join('\n'),
  ].join('\n\n');
  const commit = sources.length === 0 && draft.commit ? draft.commit.slice(0, 40) : newestCommit(sources);
  return {
    path: `docs/reports/${draft.name}.md`,
    title: draft.title,
    text: stamp({ commit, rows, missing: draft.missing.length }, `${body}\n`),
    rows,
    missing: draft.missing,
  };
}

/** The commit of the newest run behind some results. */
export function newestCommit(sources: readonly Row[]): string {
  const [newest] = sources.toSorted((a, b) => b.run.startedAt.localeCompare(a.run.startedAt));
  return newest?.run.commit.sha ?? unknownCommit;
}

function sectionText({ title, text, columns, rows, depth = 2 }: Section): readonly string[] {
  const heading = [`${'#'.repeat(depth)} ${title}`, text].filter((part) => part !== '');
  if (columns.length === 0) return heading;
  return [...heading, rows.length > 0 ? markdownTable(columns, rows) : 'No results.'];
}

/** The cells that trace a row: the result's id and its commit. */
export function sourceCells({ result, run }: Row): readonly [id: string, commit: string] {
  return [`\`${result.id}\``, commitName(run)];
}

/** The headings of `sourceCells`. */
export const sourceColumns = ['result', 'commit'] as const;

function commitName({ commit }: Row['run']): string {
  return `${commit.sha.slice(0, 8)}${commit.dirty ? ' (with changes)' : ''}`;
}

function machineName({ adapter, key, card }: Row['machine']): string {
  return `${adapter.name} (\`${key}\`${card ? `, card \`${card.id.slice(0, 8)}\`` : ''})`;
}

function conditions(sources: readonly Row[]): string {
  const runs = new Map(sources.map((row) => [row.run.id, row]));
  if (runs.size === 0) return 'No run.';
  return markdownTable(
    ['run', 'commit', 'date', 'machine', 'driver', 'backend', 'Dawn', 'toggles', 'suite'],
    [...runs.values()].map(({ run, machine }) => [
      run.id.slice(0, 8),
      commitName(run),
      run.startedAt.slice(0, 10),
      machineName(machine),
      machine.driver,
      machine.backend,
      machine.webgpu,
      machine.toggles.join(' ') || 'default',
      run.suite,
    ]),
  );
}
