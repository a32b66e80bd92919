// How the wide kernel brings queries, keys and values into workgroup memory: keys and values at different times, so that one
// barrier tells both that a tile has been read and that the other one is complete.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { fragment } from '../tensor/layout.ts';
import type { WideLayout } from './layout.ts';

/** What is brought in tiles. */
export type Operand = 'keys' | 'values';

function unit({ threads }: WideLayout, copy: number): string {
  return copy === 0 ? 'thread' : `(thread + ${copy * threads}u)`;
}

function tileOf(operand: Operand): string {
  return operand === 'keys' ? 'tile_k' : 'tile_v';
}

/** Variables that hold an operand's next rows on their way. */
export function declareHeld({ copies }: WideLayout): string {
  return each(copies, (copy) => `var held_keys${copy} = vec4u(); var held_values${copy} = vec4u();`);
}

/** Starts the loads of an operand's rows from `first` on. */
export function fetch(layout: WideLayout, operand: Operand, first: string): string {
  const { width, copies } = layout;
  return each(copies, (copy) => {
    const [row, word] = [`${first} + ${unit(layout, copy)} / ${width}u`, `${unit(layout, copy)} % ${width}u`];
    const load = `held_${operand}${copy} = load_${operand}(shared_head, ${row}, ${word});`;
    return guarded(layout, copy, load);
  });
}

/** Stores what the loads brought into workgroup memory. */
export function deposit(layout: WideLayout, operand: Operand): string {
  const { width, stride, copies } = layout;
  return each(copies, (copy) => {
    const at = `${unit(layout, copy)} / ${width}u * ${stride}u + ${unit(layout, copy)} % ${width}u`;
    return guarded(layout, copy, `${tileOf(operand)}[${at}] = held_${operand}${copy};`);
  });
}

// A thread past the last word copies nothing.
function guarded({ keys, width, threads }: WideLayout, copy: number, line: string): string {
  const words = keys * width;
  if ((copy + 1) * threads <= words) return line;
  return `if (thread < ${words - copy * threads}u) {\n  ${line}\n}`;
}

/**
 * Lines that bring the queries into fragments `q0_0` …, by way of the place of the keys: rows past the last query become zeros,
 * which a fragment read straight from memory could not have.
 */
export function stageQueries(layout: WideLayout): string {
  const { bq, keys, rowFragments, dimFragments } = layout;
  const rows = Math.min(bq, keys);
  const declared = each(rowFragments, (r) => each(dimFragments, (i) => `var q${r}_${i} = Left();`, ' '));
  return `${declared}\n${each(bq / rows, (round) => queriesOf(layout, rows, round))}`;
}

function queriesOf(layout: WideLayout, rows: number, round: number): string {
  const { queries, width, stride, threads, rowFragments } = layout;
  const words = rows * width;
  const copy = `let unit = copy * ${threads}u + thread;
let row = first_query + ${round * rows}u + unit / ${width}u;
tile_k[unit / ${width}u * ${stride}u + unit % ${width}u] = load_queries(head, row, unit % ${width}u);`;
  const whole =
    words % threads === 0 ? copy : `if (copy * ${threads}u + thread < ${words}u) {\n${indent(copy, 2)}\n}`;
  // A round's rows hold some of the subgroups, or a subgroup's rows take several rounds.
  const take = (r: number) => {
    const first = `(subgroup * ${queries}u + ${fragment * r}u)`;
    return `if (${first} / ${rows}u == ${round}u) {\n${indent(fragmentsOf(layout, r, `${first} % ${rows}u * ${stride}u`), 2)}\n}`;
  };
  return `// Queries ${round * rows} … ${(round + 1) * rows - 1} of the block.
for (var copy = 0u; copy < ${Math.ceil(words / threads)}u; copy++) {
${indent(whole, 2)}
}
workgroupBarrier();
${each(rowFragments, take)}
workgroupBarrier();`;
}

function fragmentsOf({ dimFragments, stride }: WideLayout, r: number, at: string): string {
  return each(
    dimFragments,
    (i) => `q${r}_${i} = subgroupMatrixLoad<Left, row_major>(&tile_k, ${at} + ${2 * i}u, ${stride}u);`,
  );
}
