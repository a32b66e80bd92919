// Every built-in function on a CPU: what all lanes of a subgroup get, from what all of them hold.
import type { BuiltinName } from '../builtins.ts';
import type { Number32 } from '../numbers.ts';

/** The lanes of a subgroup that are there, and the trip that they are on. */
export interface Lanes {
  /** What each of them holds. */
  readonly own: readonly number[];
  readonly trip: number;
  readonly dtype: Number32;
}

/** What each lane gets. */
export type Emulation = (lanes: Lanes) => readonly number[];

/** A number as the type has it. */
export function rounded(value: number, dtype: Number32): number {
  if (dtype === 'f32') return Math.fround(value);
  return dtype === 'i32' ? value | 0 : value >>> 0;
}

type Combine = (a: number, b: number, dtype: Number32) => number;

const times: Combine = (a, b, dtype) => (dtype === 'f32' ? a * b : Math.imul(a, b));
const plus: Combine = (a, b) => a + b;

// The last of all prefixes, in every lane.
const folded = (combine: Combine): Emulation => {
  const all = prefixed(combine);
  return (lanes) => lanes.own.map(() => all(lanes).at(-1) ?? 0);
};

const prefixed =
  (combine: Combine): Emulation =>
  ({ own, dtype }) => {
    const prefixes = [...own];
    for (let lane = 1; lane < own.length; lane++)
      prefixes[lane] = rounded(combine(prefixes[lane - 1] ?? 0, own[lane] ?? 0, dtype), dtype);
    return prefixes;
  };

const shifted =
  (combine: Combine, first: number): Emulation =>
  (lanes) => [first, ...prefixed(combine)(lanes).slice(0, -1)];

// From whichever lane the rule says; 0 where that one is not there.
const taken =
  (from: (lane: number, lanes: Lanes) => number): Emulation =>
  (lanes) =>
    lanes.own.map((_, lane) => lanes.own[from(lane, lanes)] ?? 0);

const alike =
  (answer: (lanes: Lanes) => number): Emulation =>
  (lanes) => {
    const same = answer(lanes);
    return lanes.own.map(() => same);
  };

const reachOf = ({ trip }: Lanes): number => 1 << (trip % 3);
const quadOf = (lane: number): number => lane - (lane % 4);

const bits = new DataView(new ArrayBuffer(4));

// One of 32, which hangs on all bits of a number.
function chosen(value: number, dtype: Number32): number {
  if (dtype === 'f32') bits.setFloat32(0, value);
  else bits.setInt32(0, value);
  return Math.imul(bits.getInt32(0), 0x9e3779b1) >>> 27;
}

// The words of a ballot, folded into one.
function ballot({ own, dtype }: Lanes): number {
  const words = [0, 0, 0, 0];
  for (const [lane, value] of own.entries())
    if (chosen(value, dtype) < 8) words[lane >> 5] = (words[lane >> 5] ?? 0) | (1 << (lane % 32));
  const [a = 0, b = 0, c = 0, d = 0] = words;
  return (a + Math.imul(3, b) + Math.imul(5, c) + Math.imul(7, d)) >>> 0;
}

/** All of them, by name. */
export const emulations: { readonly [Name in BuiltinName]: Emulation } = {
  add: folded(plus),
  mul: folded(times),
  min: folded((a, b) => Math.min(a, b)),
  max: folded((a, b) => Math.max(a, b)),
  and: folded((a, b) => a & b),
  or: folded((a, b) => a | b),
  xor: folded((a, b) => a ^ b),
  'inclusive-add': prefixed(plus),
  'inclusive-mul': prefixed(times),
  'exclusive-add': shifted(plus, 0),
  'exclusive-mul': shifted(times, 1),
  all: alike(({ own, dtype }) => Number(own.every((value) => chosen(value, dtype) !== 0))),
  any: alike(({ own, dtype }) => Number(own.some((value) => chosen(value, dtype) === 0))),
  ballot: alike(ballot),
  broadcast: taken(() => 2),
  'broadcast-first': taken(() => 0),
  elect: ({ own }) => own.map((_, lane) => Number(lane === 0)),
  shuffle: taken((lane, { own, trip }) => (3 * lane + trip) % own.length),
  'shuffle-down': taken((lane, lanes) => lane + reachOf(lanes)),
  'shuffle-up': taken((lane, lanes) => lane - reachOf(lanes)),
  'shuffle-xor': taken((lane, lanes) => lane ^ reachOf(lanes)),
  'quad-broadcast': taken((lane) => quadOf(lane) + 1),
  'quad-swap-x': taken((lane) => lane ^ 1),
  'quad-swap-y': taken((lane) => lane ^ 2),
  'quad-swap-diagonal': taken((lane) => lane ^ 3),
};
