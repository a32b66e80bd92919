// How the grouped kernel brings keys and values into its tile, 16 bytes a lane and time.
import { indent } from '@kernel-ladder/kernel-kit';
import type { AttentionProblem } from '../problem.ts';
import { fragment, lanes } from '../tensor/layout.ts';
import type { GroupedLayout } from './layout.ts';

/** What is brought in steps. */
export type Operand = 'keys' | 'values';

/** Functions that load eight halves of a row, or zeros past the last row: no weight of zero may meet a NaN there. */
export function bringRows({ group, queries, keys }: AttentionProblem, layout: GroupedLayout): string {
  const { width, part } = layout;
  const load = (array: string, rows: number, ending: Ending) => {
    const row = ending === 'held' ? `min(row, ${rows - 1}u)` : 'row';
    const value = `${array}[(shared_head * ${rows}u + ${row}) * ${width}u + word]`;
    const body =
      ending === 'zeros'
        ? `if (row < ${rows}u) {\n  return ${value};\n}\nreturn vec4u();`
        : `return ${value};`;
    return `fn load_${array}(shared_head: u32, row: u32, word: u32) -> vec4u {\n${indent(body, 2)}\n}`;
  };
  // Of whole steps none is taken past the last key: what is loaded there for a step to come is never stored.
  const ending = keys % part === 0 ? 'whole' : keys % layout.keys === 0 ? 'held' : 'zeros';
  return [
    load('queries', group * queries, group * queries === fragment ? 'whole' : 'zeros'),
    load('keys', keys, ending),
    load('values', keys, ending),
  ].join('\n\n');
}

// What there is behind the last row.
type Ending = 'whole' | 'held' | 'zeros';

function unit(copy: number): string {
  return copy === 0 ? 'thread' : `(thread + ${copy * lanes}u)`;
}

/** Copies of a round, all of them where there is one. */
export function copiesOf({ copies, rounds }: GroupedLayout, round: number): readonly number[] {
  const each = copies / rounds;
  return Array.from({ length: rounds === 1 ? copies : each }, (_, at) => round * each + at);
}

/** The row and the word of it that a lane brings in a copy, and where the tile has them. */
export function placeOf({ slice, stride, copies, rounds }: GroupedLayout, copy: number) {
  const inRound = rounds === 1 ? copy : copy % (copies / rounds);
  const round = rounds === 1 ? 0 : Math.floor(copy / (copies / rounds));
  const at = unit(inRound);
  const word = `${at} % ${slice}u`;
  return {
    row: `${at} / ${slice}u`,
    word: round === 0 ? word : `${word} + ${round * slice}u`,
    tile: `${at} / ${slice}u * ${stride}u + ${word}`,
  };
}

/** Starts the loads of an operand's rows from `first` on, of a round or of all. */
export function fetch(layout: GroupedLayout, operand: Operand, first: string, round?: number): string {
  const lines = copiesIn(layout, round).map((copy) => {
    const { row, word } = placeOf(layout, copy);
    return guarded(
      layout,
      copy,
      `held_${operand}${copy} = load_${operand}(shared_head, ${first} + ${row}, ${word});`,
    );
  });
  return lines.join('\n');
}

/** Stores what the loads of a round brought. */
export function deposit(layout: GroupedLayout, operand: Operand, round = 0): string {
  return copiesOf(layout, round)
    .map((copy) => guarded(layout, copy, `tile[${placeOf(layout, copy).tile}] = held_${operand}${copy};`))
    .join('\n');
}

function copiesIn(layout: GroupedLayout, round: number | undefined): readonly number[] {
  if (round !== undefined) return copiesOf(layout, round);
  return Array.from({ length: layout.copies }, (_, copy) => copy);
}

// A lane past the last word copies nothing.
function guarded({ keys, width }: GroupedLayout, copy: number, line: string): string {
  const words = keys * width;
  return (copy + 1) * lanes <= words ? line : `if (thread < ${words - copy * lanes}u) {\n  ${line}\n}`;
}
