// Verdicts for people, on a terminal; the Markdown of a pull request is the same as the site's.
import {
  geomeanLine,
  otherLists,
  shorten,
  verdictCells,
  verdictCounts,
  verdictHeader,
} from '@kernel-ladder/publish/compare';
import type { ComparedId, RunComparison } from '@kernel-ladder/publish/compare';
import { table } from './format.ts';

export { comparisonMarkdown } from '@kernel-ladder/publish/compare';

/** The table of verdicts, for a terminal. */
export function verdictTable(rows: readonly ComparedId[]): string {
  return rows.length === 0 ? '' : table(verdictHeader, rows.map(verdictCells));
}

/** A whole comparison for a terminal. */
export function comparisonText(comparison: RunComparison): string {
  const lists = otherLists(comparison).map(
    ({ title, lines }) => `\n${title} (${lines.length})\n${shorten(lines, '  ')}`,
  );
  return `${verdictTable(comparison.compared)}${geomeanLine(comparison)}${lists.join('')}\n${verdictCounts(comparison.compared)}\n`;
}
