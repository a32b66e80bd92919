// The menus of a comparison: which two, and whether the second is on another machine.
import type { VNode } from 'preact';
import { Whole } from '../ui/menu.tsx';
import { machineLabel } from '../machine.ts';
import type { Side, Sides } from '../model/sides.ts';
import type { PageContext } from '../pages/context.ts';

interface SideMenusProps {
  readonly context: PageContext;
  readonly bases: Sides;
  readonly heads: Sides;
  readonly base: Side | null;
  readonly head: Side | null;
}

/** Draws a menu for each side. */
export function SideMenus({ context, bases, heads, base, head }: SideMenusProps): VNode {
  const { go } = context;
  return (
    <>
      <SideMenu
        name="base"
        sides={bases}
        picked={base}
        onPick={(value) => go({ base: value, head: head?.name ?? null })}
      />
      <SideMenu
        name="head"
        sides={heads}
        picked={head}
        onPick={(value) => go({ head: value, base: base?.name ?? null })}
      />
    </>
  );
}

interface SideMenuProps {
  readonly name: 'base' | 'head';
  readonly sides: Sides;
  readonly picked: Side | null;
  readonly onPick: (name: string) => void;
}

function SideMenu({ name, sides, picked, onPick }: SideMenuProps): VNode {
  return (
    <label class="menu side" for={`pick-${name}`}>
      <span>{name}</span>
      <select
        id={`pick-${name}`}
        name={name}
        autocomplete="off"
        value={picked?.name ?? ''}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        <optgroup label="Commits, all their runs">{sides.commits.map(optionOf)}</optgroup>
        <optgroup label="Single runs">{sides.runs.map(optionOf)}</optgroup>
      </select>
      <Whole text={picked?.label ?? ''} />
    </label>
  );
}

function optionOf({ name, label }: Side): VNode {
  return (
    <option key={name} value={name}>
      {label}
    </option>
  );
}

/** Draws the menu of machines for the head; nothing where there is one machine alone. */
export function OtherMachineMenu(props: {
  readonly context: PageContext;
  readonly machine: string;
  readonly other: string;
}): VNode | null {
  const { context, machine, other } = props;
  const { index, go } = context;
  const others = index.machines.filter((one) => one.machine.key !== machine);
  if (others.length === 0) return null;
  const shown = others.find((one) => one.machine.key === other);
  return (
    <label class="menu machine" for="pick-other">
      <span>head on another machine, without verdicts</span>
      <select
        id="pick-other"
        name="other"
        autocomplete="off"
        value={other === machine ? '' : other}
        onChange={(event) => go({ other: event.currentTarget.value || null, head: null })}
      >
        <option value="">no, the same</option>
        {others.map((one) => (
          <option key={one.machine.key} value={one.machine.key}>
            {machineLabel(one.machine)}
          </option>
        ))}
      </select>
      <Whole text={shown ? machineLabel(shown.machine) : ''} />
    </label>
  );
}
