// A layout as a table of offsets: the rows are its first mode, the columns its second.
import { formatLayout, layout, offsetOf, partsOf, sizeOf } from './layout.ts';
import type { Layout } from './layout.ts';

/** The table as text, with the coordinates along its edges. Throws for more than two outermost modes. */
export function formatTable(of: Layout): string {
  const [rows, columns = layout(1), ...others] = partsOf(of);
  if (!rows || others.length > 0)
    throw new RangeError(`${formatLayout(of)} has more than two modes: nest them, or take a part`);
  const [height, width] = [sizeOf(rows), sizeOf(columns)];
  const cells = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_none, column) => `${offsetOf(rows, row) + offsetOf(columns, column)}`),
  );
  const head = Array.from({ length: width }, (_, column) => `${column}`);
  const widest = Math.max(...[...cells.flat(), ...head].map((cell) => cell.length));
  const edge = `${height - 1}`.length;
  const line = (label: string, row: readonly string[]) =>
    `${label.padStart(edge)} │ ${row.map((cell) => cell.padStart(widest)).join(' ')}`;
  return [line('', head), ...cells.map((row, index) => line(`${index}`, row))].join('\n');
}
