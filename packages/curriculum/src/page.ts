// What a Markdown page says: its sections, each with its text and its tables.

/** A table of a page, cells without the marks of code. */
export interface PageTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A heading with what stands below it, up to the next heading of any depth. */
export interface PageSection {
  readonly heading: string;
  /** The lines that are no table, joined by spaces. */
  readonly text: string;
  readonly tables: readonly PageTable[];
}

/** The sections of a page in order; what stands before the first heading belongs to a section without one. */
export function readSections(markdown: string): readonly PageSection[] {
  const parts = markdown.split(/^(#{1,6} .*)$/m);
  return [
    sectionOf('', parts[0] ?? ''),
    ...Array.from({ length: (parts.length - 1) / 2 }, (_, index) =>
      sectionOf((parts[2 * index + 1] ?? '').replace(/^#+ /, ''), parts[2 * index + 2] ?? ''),
    ),
  ];
}

function sectionOf(heading: string, body: string): PageSection {
  const lines = body.split('\n');
  const text = lines.filter((line) => !isOfTable(line) && line.trim() !== '').map((line) => line.trim());
  return { heading: plain(heading), text: text.join(' '), tables: tablesOf(lines) };
}

const isOfTable = (line: string): boolean => line.startsWith('|');

function tablesOf(lines: readonly string[]): readonly PageTable[] {
  const blocks = lines
    .map((line) => (isOfTable(line) ? line : ''))
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => block.split('\n').filter(isOfTable));
  return blocks.flatMap(([head, , ...rows]) =>
    head === undefined ? [] : [{ columns: cellsOf(head), rows: rows.map(cellsOf) }],
  );
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.replaceAll(String.raw`\|`, '|')).trim());
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}
