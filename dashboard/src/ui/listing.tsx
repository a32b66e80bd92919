// A table of ids that stays readable on a telephone: there each row becomes a card, its id on a line of its own.
import type { VNode } from 'preact';
import type { PlainTableProps } from './plain-table.tsx';

/** Draws the table in a box that scrolls; the first cell of a row is its header. */
export function Listing({ label, id, columns, rows }: Omit<PlainTableProps, 'class'>): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`${label}: table`}>
      <table id={id} class="listing">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest], at) => (
            <tr key={at}>
              <th scope="row">{first}</th>
              {rest.map((cell, column) => (
                <td key={column} data-label={columns[column + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
