// Numbers for people.
import { digits } from '@kernel-ladder/publish/compare';

export { digits, escapeHtml, formatEffect, formatMetric, formatNs } from '@kernel-ladder/publish/compare';

/** Seconds, rounded to a tenth. */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Rows under a header, columns padded; the first two columns to the left, the others to the right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return `${[line(header), rule, ...rows.map(line)].join('\n')}\n`;
}

/** Bytes in the largest binary unit, four digits at most. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${digits(bytes / 1024 ** power, 4)} ${units[power] ?? 'B'}`;
}

/** One horizontal bar a value, the largest `width` characters long, eighths of a character shown. */
export function bars(
  values: readonly { readonly label: string; readonly value: number }[],
  width = 50,
): string {
  const labelWidth = Math.max(...values.map(({ label }) => label.length));
  const largest = Math.max(...values.map(({ value }) => value));
  const line = ({ label, value }: { readonly label: string; readonly value: number }) => {
    const eighths = largest > 0 ? Math.round((8 * width * value) / largest) : 0;
    const bar =
      '█'.repeat(Math.floor(eighths / 8)) + (['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8] ?? '');
    return `${label.padStart(labelWidth)} │${bar} ${digits(value, 4)}\n`;
  };
  return values.map(line).join('');
}

/** Rows of words under a header, all columns to the left, the last as long as it is. */
export function columnsText(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = header.map((name, column) =>
    '─'.repeat(column === header.length - 1 ? name.length : (widths[column] ?? 0)),
  );
  return `${[line(header), rule.join('  '), ...rows.map(line)].join('\n')}\n`;
}

/** A p- or q-value: three digits, and below 0.001 just that. */
export function formatP(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}
