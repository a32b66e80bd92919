// The page that a reader of the folder sees first: every write-up, and how much of it there is.
import { stamp } from '@kernel-ladder/curriculum';
import { markdownTable } from '@kernel-ladder/curriculum';
import { unknownCommit } from './report.ts';
import type { Report, ReportInput } from './report.ts';

/** Lists the write-ups with the numbers that they have and those that no result has. */
export function contents(reports: readonly Report[], { runs }: ReportInput): Report {
  const table = markdownTable(
    ['write-up', 'rows', 'missing'],
    reports.map(({ path, title, rows, missing }) => [
      `[${title}](${path.split('/').at(-1) ?? path})`,
      String(rows),
      String(missing.length),
    ]),
  );
  const commit = runs.at(-1)?.run.commit.sha ?? unknownCommit;
  const origin = { commit, rows: reports.length, missing: 0 };
  const body = `# Write-ups

Made by \`bench report\` from the recorded history under \`dashboard/history\`: every number names its result and its commit. Rows that
should be there and that no result has are listed at the end of each page.

${table}
`;
  return {
    path: 'docs/reports/README.md',
    title: 'Write-ups',
    text: stamp(origin, body),
    rows: reports.length,
    missing: [],
  };
}
