// A short table in a box that scrolls sideways by itself, from the keyboard too.
import type { ComponentChildren, VNode } from 'preact';

/** A table, whose box is called as no section is; the first cell of a row is its header. */
export interface PlainTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly id?: string;
  /** A `listing` stays readable on a telephone: there each row becomes a card, what it is of on a line of its own. */
  readonly class?: string;
}

/** Draws it. */
export function PlainTable({ label, columns, rows, id, class: name }: PlainTableProps): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`${label}: table`}>
      <table id={id} class={name}>
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

/** The same behind its name, where a chart shows what it has. */
export function TwinTable(props: PlainTableProps): VNode {
  return (
    <details class="twin">
      <summary>{props.label}</summary>
      <PlainTable {...props} />
    </details>
  );
}
