// Numbers for people.

/** A duration in the unit that suits it, four digits. */
export function formatNs(ns: number): string {
  const [value, unit] =
    ns < 1e3 ? [ns, 'ns'] : ns < 1e6 ? [ns / 1e3, 'µs'] : ns < 1e9 ? [ns / 1e6, 'ms'] : [ns / 1e9, 's'];
  return `${digits(value, 4)} ${unit}`;
}

/** Four significant digits at most, no exponent below 1e15. */
export function digits(value: number, count: number): string {
  if (value >= 10 ** count) return String(Math.round(value));
  return String(Number(value.toPrecision(count)));
}

/** A rate in the unit of its metric: GB/s, or GFLOP/s that become TFLOP/s. */
export function formatRate(metric: 'gbps' | 'gflops', value: number): string {
  if (metric === 'gbps') return `${digits(value, 4)} GB/s`;
  return value >= 1000 ? `${digits(value / 1000, 4)} TFLOP/s` : `${digits(value, 4)} GFLOP/s`;
}

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
