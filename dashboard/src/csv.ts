// Tables as comma-separated values by RFC 4180, which no spreadsheet may take for formulas.

/** A column of a file: its head, with its unit, and what stands in each row. */
export interface CsvColumn<Row> {
  readonly title: string;
  /** Numbers are written in full, with a point; null leaves the cell empty. */
  readonly value: (row: Row) => string | number | null;
}

/** Writes a head and one line for each row, each ended by CR LF; a number that is not finite is an empty cell. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const head = columns.map(({ title }) => textCell(title));
  const lines = rows.map((row) => columns.map(({ value }) => cellOf(value(row))));
  return [head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'string') return textCell(value);
  return Number.isFinite(value) ? String(value) : '';
}

// Spreadsheets run a text that begins so, also behind spaces and in full width; the apostrophe tells them that it is a text.
const formulaStart = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

function textCell(text: string): string {
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Comma-separated values as a file's content; a spreadsheet takes what is beyond ASCII for an old encoding unless a mark begins the file. */
export function csvBlob(text: string): Blob {
  const isPlain = /^\p{ASCII}*$/u.test(text);
  return new Blob([isPlain ? '' : '\ufeff', text], { type: 'text/csv;charset=utf-8' });
}
