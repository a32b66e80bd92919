// The menu of machines, for pages that show one machine as a whole.
import type { VNode } from 'preact';
import type { SiteIndex } from '@kernel-ladder/schema';
import { machineLabel } from '../machine.ts';
import { Whole } from './menu.tsx';

/** Draws it. */
export function MachineMenu(props: {
  readonly index: SiteIndex;
  readonly machine: string;
  readonly onPick: (machine: string) => void;
  /** What the machine is there for, where it is not the one that is shown. */
  readonly label?: string;
}): VNode {
  const { index, machine, onPick, label = 'machine' } = props;
  const shown = index.machines.find((entry) => entry.machine.key === machine);
  return (
    <label class="menu machine" for="pick-machine">
      <span>{label}</span>
      <select
        id="pick-machine"
        name="machine"
        autocomplete="off"
        value={machine}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        {index.machines.map((entry) => (
          <option key={entry.machine.key} value={entry.machine.key}>
            {machineLabel(entry.machine)}
          </option>
        ))}
      </select>
      <Whole text={shown ? machineLabel(shown.machine) : ''} />
    </label>
  );
}
