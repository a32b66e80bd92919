// Copies of bytes whose rows lie across K, turned on their way in. A fragment of bytes wants four of them along K in a word, and a
// unit that moves halves sideways moves no bytes: from rows across K they would be picked one by one.
//
// A thread loads blocks of 16 rows by four columns, a word of each row, so that 32 lanes take a whole line of a row; it stores four columns
// of 16 bytes. Its columns are four rows of the slab beside each other, so lanes would meet on two groups of banks: every other pair of
// lanes begins one column further on, by turning its words round.
import { each, plus } from '@kernel-ladder/kernel-kit';
import { layerOf } from './copy.ts';
import type { Copies, Operand } from './copy.ts';

const deep = 16;
const wide = 4;

/** Turns four words of four columns into four words of four rows. */
export const turnFunction = `// Four rows of four bytes as four columns.
fn turned(rows: vec4u) -> vec4u {
  let even = (rows.xz & vec2u(0x00ff00ffu)) | ((rows.yw & vec2u(0x00ff00ffu)) << vec2u(8u));
  let odd = ((rows.xz >> vec2u(8u)) & vec2u(0x00ff00ffu)) | (rows.yw & vec2u(0xff00ff00u));
  return vec4u(
    (even.x & 0xffffu) | (even.y << 16u),
    (odd.x & 0xffffu) | (odd.y << 16u),
    (even.x >> 16u) | (even.y & 0xffff0000u),
    (odd.x >> 16u) | (odd.y & 0xffff0000u),
  );
}
`;

/** A thread copies `copies` blocks in a round of loads. */
export function turned(operand: Operand): Copies {
  const { name: o, slab, rowLength, bk } = operand;
  const { copies, reach } = slab;
  const row = rowLength / wide;
  const blocksAtOnce = operand.threads / (slab.side / wide);
  const held = (copy: number, i: number, set: number) => `held_${o}${(set * copies + copy) * deep + i}`;
  const load = (copy: number, i: number, set: number) =>
    `${held(copy, i, set)} = ${o}[${plus(`from_${o}`, (copy * blocksAtOnce * deep + i) * row)}];`;
  return {
    names: nameShare(operand),
    fetch: (number, set) => `let from_${o} = first_${o} + ${number} * ${bk * row}u;
${each(copies, (copy) => each(deep, (i) => load(copy, i, set)))}`,
    deposit: ({ turn, set }, stage) =>
      each(copies, (copy) => {
        const text = store(operand, { copy, stage, held: (i) => held(copy, i, set) });
        return reach === 1 ? text : `if (slab_${o}${copy} == ${turn}u) ${text}`;
      }),
  };
}

function nameShare(operand: Operand): string {
  const { name: o, slab, tile, rowLength, bk, start, threads, flight } = operand;
  const { width, stride, copies, side } = slab;
  const row = rowLength / wide;
  const words = side / wide;
  const block = (copy: number) => plus(`block_${o}`, (copy * threads) / words);
  return `// Of ${o.toUpperCase()}: blocks of 16 rows by four columns.
let word_${o} = thread % ${words}u;
let block_${o} = thread / ${words}u;
let first_${o} = ${layerOf(operand, wide, bk * row)}block_${o} * ${deep * row}u + (${tile}) / 4u + word_${o};
let ahead_${o} = word_${o} / 2u % 4u;
${each(copies, (copy) => `let slab_${o}${copy} = (${block(copy)}) / ${width}u;`)}
${each(copies, (copy) => each(wide, (c) => `let to_${o}${copy * wide + c} = (word_${o} * 4u + (ahead_${o} + ${c}u) % 4u) * ${stride}u + (${block(copy)}) % ${width}u + ${start}u;`))}
${each(flight * copies * deep, (i) => `var held_${o}${i} = 0u;`, ' ')}`;
}

interface Store {
  readonly copy: number;
  readonly stage: number;
  readonly held: (i: number) => string;
}

// A shift by 32 less nothing is one by nothing: WGSL takes shifts of a word modulo 32.
function store({ name: o }: Operand, { copy, stage, held }: Store): string {
  const rows = (four: number) => `vec4u(${each(wide, (i) => held(four * wide + i), ', ')})`;
  const rotated = (four: number) => `let rows${four} = ${rows(four)};
  let four${four} = turned((rows${four} >> vec4u(shift)) | (rows${four} << vec4u((32u - shift) % 32u)));`;
  const column = (c: number) => each(wide, (four) => `four${four}.${'xyzw'[c]}`, ', ');
  return `{
  let shift = ahead_${o} * 8u;
  ${each(wide, rotated, '\n  ')}
  ${each(wide, (c) => `slices[${plus(`to_${o}${copy * wide + c}`, stage)}] = vec4u(${column(c)});`, '\n  ')}
}`;
}
