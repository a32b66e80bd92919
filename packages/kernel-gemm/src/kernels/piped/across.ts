// Copies of an operand whose rows lie across K, as they lie: neighbours along a row go to neighbouring threads, in whole lines.
import { each, plus } from '@kernel-ladder/kernel-kit';
import { layerOf } from './copy.ts';
import type { Copies, Operand } from './copy.ts';

/** A thread copies one vec4u of every few rows. */
export function across(operand: Operand): Copies {
  const { name: o, slab, tile, rowLength, bk, packed, threads, flight, start } = operand;
  const { width, stride, copies } = slab;
  const rowsAtOnce = threads / width;
  const row = rowLength / packed;
  const held = (copy: number, set: number) => `held_${o}${set * copies + copy}`;
  return {
    names: `// Of ${o.toUpperCase()}: a vec4u of every ${rowsAtOnce}th row of a slab.
let row_${o} = thread / ${width}u;
let first_${o} = ${layerOf(operand, packed, bk * row)}row_${o} * ${row}u + (${tile}) / ${packed}u + thread % ${width}u;
let to_${o} = row_${o} * ${stride}u + thread % ${width}u + ${start}u;
${each(flight * copies, (copy) => `var ${held(copy, 0)} = vec4u();`, ' ')}`,
    fetch: (number, set) => `let from_${o} = first_${o} + ${number} * ${bk * row}u;
${each(copies, (copy) => `${held(copy, set)} = ${o}[${plus(`from_${o}`, copy * rowsAtOnce * row)}];`)}`,
    deposit: ({ set }, stage) =>
      each(
        copies,
        (copy) => `slices[${plus(`to_${o}`, stage + copy * rowsAtOnce * stride)}] = ${held(copy, set)};`,
      ),
  };
}
