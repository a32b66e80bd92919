// A menu of a page's controls.
import type { VNode } from 'preact';

// A menu on a telephone cuts off what is longer, and names end with what tells them apart: the whole one stands below it there.
/** Letters that a menu shows of its choice at 360 pixels. */
export const widestText = 31;
/** Letters that one of two menus in a line shows, on a tablet and on a desk. */
const beyondTablet = 44;
const beyondDesk = 80;

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
  const [, shown = value] = options.find(([one]) => one === value) ?? [];
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
      <Whole text={shown} />
    </label>
  );
}

/** The choice of a menu once more, where the menu may cut it off. */
export function Whole({ text }: { readonly text: string }): VNode | null {
  if (text.length <= widestText) return null;
  const size = text.length > beyondDesk ? 'longest' : text.length > beyondTablet ? 'long' : '';
  return <span class={`whole ${size}`}>{text}</span>;
}
