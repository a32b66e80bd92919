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
    return guarded(layout, layout.keys, copy, load);
  });
}

/** Stores what the loads brought into workgroup memory. */
export function deposit(layout: WideLayout, operand: Operand): string {
  const { width, stride, copies } = layout;
  return each(copies, (copy) => {
    const at = `${unit(layout, copy)} / ${width}u * ${stride}u + ${unit(layout, copy)} % ${width}u`;
    return guarded(layout, layout.keys, copy, `${tileOf(operand)}[${at}] = held_${operand}${copy};`);
  });
}

// A thread past the last word copies nothing.
function guarded({ width, threads }: WideLayout, rows: number, copy: number, line: string): string {
  const words = rows * width;
  if ((copy + 1) * threads <= words) return line;
  return `if (thread < ${words - copy * threads}u) {\n  ${line}\n}`;
}

/**
 * Lines that bring the queries into fragments `q0_0` …, by way of the place of the keys: rows past the last query become zeros,
 * which a fragment read straight from memory could not have. All loads begin before the first is waited for.
 */
export function stageQueries(layout: WideLayout): string {
  const { bq, keys, rowFragments, dimFragments } = layout;
  const rows = Math.min(bq, keys);
  const rounds = bq / rows;
  const declared = each(rowFragments, (r) => each(dimFragments, (i) => `var q${r}_${i} = Left();`, ' '));
  return `${declared}
${each(rounds, (round) => loadQueries(layout, rows, round))}
${each(rounds, (round) => queriesOf(layout, rows, round))}`;
}

// Words of a round that a thread brings.
function copiesOf({ width, threads }: WideLayout, rows: number): number {
  return Math.ceil((rows * width) / threads);
}

function loadQueries(layout: WideLayout, rows: number, round: number): string {
  const { width } = layout;
  return each(copiesOf(layout, rows), (copy) => {
    const at = unit(layout, copy);
    const load = `waiting${round}_${copy} = load_queries(head, first_query + ${round * rows}u + ${at} / ${width}u, ${at} % ${width}u);`;
    return `var waiting${round}_${copy} = vec4u();\n${guarded(layout, rows, copy, load)}`;
  });
}

function queriesOf(layout: WideLayout, rows: number, round: number): string {
  const { queries, width, stride, rowFragments } = layout;
  const store = (copy: number) => {
    const at = unit(layout, copy);
    const line = `tile_k[${at} / ${width}u * ${stride}u + ${at} % ${width}u] = waiting${round}_${copy};`;
    return guarded(layout, rows, copy, line);
  };
  // A round's rows hold some of the subgroups, or a subgroup's rows take several rounds.
  const take = (r: number) => {
    const first = `(subgroup * ${queries}u + ${fragment * r}u)`;
    return `if (${first} / ${rows}u == ${round}u) {\n${indent(fragmentsOf(layout, r, `${first} % ${rows}u * ${stride}u`), 2)}\n}`;
  };
  return `// Queries ${round * rows} … ${(round + 1) * rows - 1} of the block.
${each(copiesOf(layout, rows), store)}
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
