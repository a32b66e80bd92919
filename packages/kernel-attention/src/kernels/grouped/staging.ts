// How the grouped kernel brings keys and values into its tile, 16 bytes a lane and time.
import { each, indent } from '@kernel-ladder/kernel-kit';
import type { AttentionProblem } from '../problem.ts';
import { fragment, lanes } from '../tensor/layout.ts';
import type { GroupedLayout } from './layout.ts';

/** What is brought in steps. */
export type Operand = 'keys' | 'values';

/** Functions that load eight halves of a row, or zeros past the last row: no weight of zero may meet a NaN there. */
export function bringRows({ group, queries, keys }: AttentionProblem, layout: GroupedLayout): string {
  const { width, part } = layout;
  const load = (array: string, rows: number, isWhole: boolean) => {
    const value = `${array}[(shared_head * ${rows}u + row) * ${width}u + word]`;
    const body = isWhole
      ? `return ${value};`
      : `if (row < ${rows}u) {\n  return ${value};\n}\nreturn vec4u();`;
    return `fn load_${array}(shared_head: u32, row: u32, word: u32) -> vec4u {\n${indent(body, 2)}\n}`;
  };
  const isWhole = keys % part === 0;
  return [
    load('queries', group * queries, group * queries === fragment),
    load('keys', keys, isWhole),
    load('values', keys, isWhole),
  ].join('\n\n');
}

function unit(copy: number): string {
  return copy === 0 ? 'thread' : `(thread + ${copy * lanes}u)`;
}

/** Starts the loads of an operand's rows from `first` on. */
export function fetch(layout: GroupedLayout, operand: Operand, first: string): string {
  const { width, copies } = layout;
  return each(copies, (copy) =>
    guarded(
      layout,
      copy,
      `held_${operand}${copy} = load_${operand}(shared_head, ${first} + ${unit(copy)} / ${width}u, ${unit(copy)} % ${width}u);`,
    ),
  );
}

/** Stores what the loads brought. */
export function deposit(layout: GroupedLayout, operand: Operand): string {
  const { width, stride, copies } = layout;
  return each(copies, (copy) =>
    guarded(
      layout,
      copy,
      `tile[${unit(copy)} / ${width}u * ${stride}u + ${unit(copy)} % ${width}u] = held_${operand}${copy};`,
    ),
  );
}

// A lane past the last word copies nothing.
function guarded({ keys, width }: GroupedLayout, copy: number, line: string): string {
  const words = keys * width;
  return (copy + 1) * lanes <= words ? line : `if (thread < ${words - copy * lanes}u) {\n  ${line}\n}`;
}
