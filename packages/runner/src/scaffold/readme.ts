// A family's README as text: the row of a rung is copied behind itself.
import type { RungCopy } from './registry.ts';

/** The README with a row for a copy of a rung; null where the neighbour has none in the table that says when not to use a rung. */
export function withRow(readme: string, copy: RungCopy): string | null {
  const lines = readme.split('\n');
  const at = lines.findIndex(
    (line, index) => line.startsWith(`| \`${copy.from}\``) && headerOf(lines, index),
  );
  const [row, header] = [lines[at], headerOf(lines, at)];
  if (row === undefined || !header) return null;
  const cells = cellsOf(row).map((cell, column) => copiedCell(cell, header[column] ?? '', copy));
  return lines.toSpliced(at + 1, 0, `| ${cells.join(' | ')} |`).join('\n');
}

function copiedCell(cell: string, header: string, { from, name, summary, kernel }: RungCopy): string {
  if (header === 'rung') return `\`${name}\``;
  if (header === 'kernel') return cell.replace(`\`${kernel.file}\``, `\`${kernel.copy}\``);
  if (header === 'what it changes')
    return `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1).replace(/\.$/, '')}.`;
  if (header === 'when not to use it') return `As long as it is no faster than \`${from}\`.`;
  return cell;
}

// The header of the table that a line is in, where that is the ladder's.
function headerOf(lines: readonly string[], at: number): readonly string[] | null {
  const first = lines.findLastIndex((line, index) => index < at && !line.startsWith('|')) + 1;
  const header = cellsOf(lines[first] ?? '').map((cell) => cell.toLowerCase());
  return header[0] === 'rung' && header.includes('when not to use it') ? header : null;
}

// A bar in a cell is written `\|`.
function cellsOf(row: string): readonly string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}
