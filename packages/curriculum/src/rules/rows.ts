// The results that a rule selects on one machine.
import { selects } from '../select.ts';
import { timedRow } from '../snapshot.ts';
import type { MachineRows, Row } from '../snapshot.ts';
import type { Selector } from '../types.generated.ts';

/** Results apart by status; skipped ones are evidence of nothing but what a device lacks. */
export interface Selected {
  readonly passed: readonly Row[];
  readonly failed: readonly Row[];
  readonly skipped: readonly Row[];
}

/** The newest results of the ids that a selector takes. */
export function selectRows(machine: MachineRows | null, selector: Selector): Selected {
  const rows = newestRows(machine, selector);
  return {
    passed: rows.filter(({ result }) => result.status === 'passed'),
    failed: rows.filter(({ result }) => result.status === 'failed'),
    skipped: rows.filter(({ result }) => result.status === 'skipped'),
  };
}

/** The same, where a rule is about times with those whose times count. */
export function rowsFor(
  isTimed: boolean | undefined,
  machine: MachineRows | null,
  selector: Selector,
): Selected {
  const { passed, ...others } = selectRows(machine, selector);
  return { ...others, passed: isTimed && machine ? passed.map((row) => timedRow(row, machine)) : passed };
}

/** All results of the ids that a selector takes, newest first by id. */
export function pastRows(machine: MachineRows | null, selector: Selector): readonly Row[] {
  return newestRows(machine, selector).flatMap(({ result }) => machine?.past.get(result.id) ?? []);
}

function newestRows(machine: MachineRows | null, selector: Selector): readonly Row[] {
  const { family } = selector;
  const rows = family === undefined ? machine?.current : machine?.byFamily.get(family);
  return (rows ?? []).filter(({ result }) => selects(selector, result));
}
