// Seeded keys, and the words that they carry.
import { allocate, fill, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { isTable, keysOfTable } from './cases/kinds.ts';
import type { Fill, Key, KeyCase, SortCase, TableCase } from './cases/kinds.ts';
import { wordOf } from './order.ts';
import { none, slotOf } from './table.ts';

/** Keys that no table has, which are looked for beside those that it has. */
export const strangers = 64;

/** The inputs of a case, as words of any type. */
export function keyInputs(params: KeyCase, random: Random): Arrays {
  return isTable(params) ? tableInputs(params, random) : sortInputs(params, random);
}

// `keys`: n words; `values`, of pairs: a word each, all of them different.
function sortInputs(params: SortCase, random: Random): Arrays {
  const keys = keysOf(params, random);
  if (params.of === 'keys') return { keys };
  const salt = random.next();
  // An odd factor makes another word of each place.
  const values = fill(allocate('u32', params.n), (index) => (Math.imul(index, 0x9e3779b1) ^ salt) >>> 0);
  return { keys, values };
}

// `keys`: even words, of which `table` holds each in a slot; `others`: odd ones, which it does not hold.
function tableInputs(params: TableCase, random: Random): Arrays {
  const salt = random.next();
  const words = Array.from({ length: 7 }, random.next);
  const draw = {
    uniform: (index: number) => Math.imul(index, 0x9e3779b1) ^ salt,
    equal: () => salt,
    few: () => words[random.integer(0, 6)] ?? 0,
  }[params.fill];
  const keys = fill(allocate('u32', keysOfTable(params)), (index) => (draw(index) << 1) >>> 0);
  const others = fill(allocate('u32', strangers), () => ((random.integer(0, 2 ** 31 - 2) << 1) | 1) >>> 0);
  return { keys, others, table: filled(params.n, keys) };
}

function filled(n: number, keys: NumberArray): NumberArray {
  const table = allocate('u32', n).fill(none);
  for (const key of keys) {
    let slot = slotOf(key, n);
    while (table[slot] !== none && table[slot] !== key) slot = (slot + 1) % n;
    table[slot] = key;
  }
  return table;
}

function keysOf({ n, fill: name, dtype }: SortCase, random: Random): NumberArray {
  const keys = allocate('u32', n);
  const draw = draws[name]?.(dtype, random);
  if (draw) return fillWithDraws(keys, draw, random);
  const word = wordOf(dtype);
  const step = 2 ** 32 / Math.max(1, n);
  const ascending = (index: number) => word(Math.floor(index * step + random.uniform(0, step)));
  return fill(keys, name === 'sorted' ? ascending : (index) => ascending(n - 1 - index));
}

type Draw = (dtype: Key, random: Random) => () => number;

const oneOf = (words: readonly number[], random: Random) => () =>
  words[random.integer(0, words.length - 1)] ?? 0;

// Those that hang on the place, which are in order, have none.
const draws: { readonly [Name in Fill]: Draw | null } = {
  uniform: (dtype, random) => (dtype === 'f32' ? () => bitsOf(random.uniform(-1, 1)) : () => random.next()),
  words: (_, random) => random.next,
  equal: (_, random) => oneOf([random.next()], random),
  few: (_, random) => oneOf(Array.from({ length: 7 }, random.next), random),
  hot: (_, random) => {
    const usual = random.next();
    return () => (usual ^ (random.next() & rareBytes(random))) >>> 0;
  },
  special: (dtype, random) => oneOf(specials[dtype], random),
  sorted: null,
  reversed: null,
};

// Each byte is another than usual once in sixteen times.
function rareBytes(random: Random): number {
  return [0xff, 0xff00, 0xff0000, 0xff000000].reduce(
    (mask, byte) => (random.integer(0, 15) === 0 ? mask | byte : mask),
    0,
  );
}

const integers = [0, 1, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff];

const specials: { readonly [Type in Key]: readonly number[] } = {
  u32: integers,
  i32: integers,
  // Zeros, the least and the greatest subnormal and normal numbers, infinities, NaNs of several payloads: of either sign.
  f32: [
    0, 1, 0x007fffff, 0x00800000, 0x3f800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff,
  ].flatMap((word) => [word, word + 0x80000000]),
};

const floats = new Float32Array(1);
const words = new Uint32Array(floats.buffer);

function bitsOf(value: number): number {
  floats[0] = value;
  return words[0] ?? 0;
}
