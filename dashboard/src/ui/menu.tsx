// A menu of a page's controls.
import type { VNode } from 'preact';

/** A choice: its value, and its label where that is another text. */
export type MenuOption = readonly [value: string, label?: string];

/** What a menu offers. */
export interface MenuProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly MenuOption[];
  readonly value: string;
  readonly onPick: (value: string) => void;
}

/** Draws it; `pick-<id>` is the element. */
export function Menu({ id, label, options, value, onPick }: MenuProps): VNode {
  return (
    <label class="menu" for={`pick-${id}`}>
      <span>{label}</span>
      <select
        id={`pick-${id}`}
        name={id}
        autocomplete="off"
        value={value}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        {options.map(([one, text = one]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
