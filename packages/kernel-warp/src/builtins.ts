// Every built-in function of a subgroup and of a quad in WGSL: how a kernel calls it, from which lane it takes.
import type { Number32 } from './numbers.ts';

/** How a kernel calls a function in each trip, and what it may not do. */
interface Builtin {
  /** In terms of `own`, the number of the lane, and `lane`, `there` (lanes of the subgroup that are there) and `trip`. */
  readonly call: string;
  /** What comes out, a number where nothing is said. */
  readonly gives?: 'bool' | 'vec4u';
  /** The lane that it takes from, where that may be one that is not there: what comes from such a lane counts as 0. */
  readonly from?: string;
  readonly dtypes?: readonly Number32[];
}

const integers = ['u32', 'i32'] as const;
// Of the numbers, a thirty-second or a quarter.
const [few, many] = ['chosen(own) == 0u', 'chosen(own) < 8u'];
const reach = '(1u << (trip % 3u))';

const table = {
  add: { call: 'subgroupAdd(own)' },
  mul: { call: 'subgroupMul(own)' },
  min: { call: 'subgroupMin(own)' },
  max: { call: 'subgroupMax(own)' },
  and: { call: 'subgroupAnd(own)', dtypes: integers },
  or: { call: 'subgroupOr(own)', dtypes: integers },
  xor: { call: 'subgroupXor(own)', dtypes: integers },
  'inclusive-add': { call: 'subgroupInclusiveAdd(own)' },
  'inclusive-mul': { call: 'subgroupInclusiveMul(own)' },
  'exclusive-add': { call: 'subgroupExclusiveAdd(own)' },
  'exclusive-mul': { call: 'subgroupExclusiveMul(own)' },
  all: { call: `subgroupAll(!(${few}))`, gives: 'bool' },
  any: { call: `subgroupAny(${few})`, gives: 'bool' },
  ballot: { call: `subgroupBallot(${many})`, gives: 'vec4u' },
  broadcast: { call: 'subgroupBroadcast(own, 2u)', from: '2u' },
  'broadcast-first': { call: 'subgroupBroadcastFirst(own)' },
  elect: { call: 'subgroupElect()', gives: 'bool' },
  shuffle: { call: 'subgroupShuffle(own, (3u * lane + trip) % there)' },
  'shuffle-down': { call: `subgroupShuffleDown(own, ${reach})`, from: `lane + ${reach}` },
  'shuffle-up': { call: `subgroupShuffleUp(own, ${reach})`, from: `lane - ${reach}` },
  'shuffle-xor': { call: `subgroupShuffleXor(own, ${reach})`, from: `lane ^ ${reach}` },
  'quad-broadcast': { call: 'quadBroadcast(own, 1u)', from: '(lane & ~3u) + 1u' },
  'quad-swap-x': { call: 'quadSwapX(own)', from: 'lane ^ 1u' },
  'quad-swap-y': { call: 'quadSwapY(own)', from: 'lane ^ 2u' },
  'quad-swap-diagonal': { call: 'quadSwapDiagonal(own)', from: 'lane ^ 3u' },
} as const satisfies { readonly [name: string]: Builtin };

/** The name of a function. */
export type BuiltinName = keyof typeof table;

/** Every function. */
export const builtinNames = Object.keys(table) as readonly BuiltinName[];

/** The functions that a case is of; none where they do not take numbers of that type. */
export function builtinsOf(asked: BuiltinName | 'every', dtype: Number32): readonly BuiltinName[] {
  return builtinNames.filter((name) => {
    const { dtypes }: Builtin = table[name];
    return (asked === 'every' || asked === name) && (dtypes?.includes(dtype) ?? true);
  });
}

/** How a kernel calls a function. */
export function builtinOf(name: BuiltinName): Builtin {
  return table[name];
}
