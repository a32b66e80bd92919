// What the lanes of a subgroup make together.
import { extremes } from './arithmetic.ts';
import type { Thread } from './thread.ts';

type Value = number | boolean | readonly number[];

/** Lanes at their places, nothing where one takes no part. */
type Lanes = readonly (Thread | undefined)[];

interface Fold {
  readonly combine: (a: number, b: number) => number;
  readonly first: number;
}

const rounds: { readonly [type: string]: (value: number) => number } = {
  f32: Math.fround,
  f16: Math.f16round,
  i32: (value) => value | 0,
  u32: (value) => value >>> 0,
};

type Round = (value: number) => number;

const folds: { readonly [name: string]: (round: Round, type: string) => Fold } = {
  Add: (round) => ({ combine: (a, b) => round(a + b), first: 0 }),
  Mul: (round, type) => ({
    combine: type.startsWith('f') ? (a, b) => round(a * b) : (a, b) => round(Math.imul(a, b)),
    first: 1,
  }),
  Min: () => ({ combine: extremes.min, first: Infinity }),
  Max: () => ({ combine: extremes.max, first: -Infinity }),
  And: (round) => ({ combine: (a, b) => round(a & b), first: round(-1) }),
  Or: (round) => ({ combine: (a, b) => round(a | b), first: 0 }),
  Xor: (round) => ({ combine: (a, b) => round(a ^ b), first: 0 }),
};

type Exchange = (lanes: Lanes, lane: Thread, own: number) => Value;

// WGSL promises no value of a lane that takes no part: what is there spoils whatever is made of it.
const nobodys = 0xdeadbeef;

function of(lanes: Lanes, index: number, { kind, value }: Thread): Value {
  const given = lanes[index]?.value as Value | undefined;
  if (given !== undefined) return given;
  const type = kind.split(' ')[1] ?? '';
  const nobody = type.startsWith('f') ? Number.NaN : (rounds[type] ?? Number)(nobodys);
  return Array.isArray(value) ? value.map(() => nobody) : nobody;
}

// The first lane of the quad, four neighbours.
const quadOf = (own: number): number => own - (own % 4);

const exchanges: { readonly [name: string]: Exchange } = {
  All: (lanes) => lanes.every((lane) => !lane || lane.value === true),
  Any: (lanes) => lanes.some((lane) => lane?.value === true),
  Ballot: (lanes) => ballot(lanes),
  Broadcast: (lanes, lane) => of(lanes, lane.other, lane),
  BroadcastFirst: (lanes, lane) => of(lanes, lanes.findIndex(Boolean), lane),
  Elect: (lanes, lane) => lanes.find(Boolean) === lane,
  Shuffle: (lanes, lane) => of(lanes, lane.other, lane),
  ShuffleDown: (lanes, lane, own) => of(lanes, own + lane.other, lane),
  ShuffleUp: (lanes, lane, own) => of(lanes, own - lane.other, lane),
  ShuffleXor: (lanes, lane, own) => of(lanes, own ^ lane.other, lane),
  quadBroadcast: (lanes, lane, own) => of(lanes, quadOf(own) + lane.other, lane),
  quadSwapDiagonal: (lanes, lane, own) => of(lanes, own ^ 3, lane),
  quadSwapX: (lanes, lane, own) => of(lanes, own ^ 1, lane),
  quadSwapY: (lanes, lane, own) => of(lanes, own ^ 2, lane),
};

interface Operation {
  readonly scan: string;
  readonly fold: Fold | null;
  readonly exchange: Exchange | null;
}

const operations = new Map<string, Operation>();

function operationOf(kind: string): Operation {
  const operation = operations.get(kind) ?? readOperation(kind);
  operations.set(kind, operation);
  return operation;
}

function readOperation(kind: string): Operation {
  const [operation = '', type = ''] = kind.split(' ');
  const name = operation.replace(/^subgroup(?:Inclusive|Exclusive)?/, '');
  const exchange = exchanges[name];
  if (exchange) return { scan: '', fold: null, exchange };
  const fold = folds[name];
  if (!fold) throw new SyntaxError(`the emulator knows no ${operation}`);
  const scan = operation.slice('subgroup'.length, -name.length);
  return { scan, fold: fold(rounds[type] ?? Number, type), exchange: null };
}

/** Gives each lane that takes part its answer. */
export function answerSubgroup(lanes: Lanes): void {
  const first = lanes.find((lane) => lane !== undefined);
  if (!first) return;
  const { scan, fold, exchange } = operationOf(first.kind);
  if (fold) answerFold(lanes, fold, scan);
  if (exchange)
    for (const [index, lane] of lanes.entries()) if (lane) lane.answer = exchange(lanes, lane, index);
}

function answerFold(lanes: Lanes, { combine, first }: Fold, scan: string): void {
  const active = lanes.filter((lane) => lane !== undefined);
  const values = active.map((lane) => partsOf(lane.value as Value));
  const isVector = Array.isArray(active[0]?.value);
  const running = (values[0] ?? []).map(() => first);
  const sums = values.map((parts) => {
    const before = [...running];
    for (const [index, part] of parts.entries()) running[index] = combine(running[index] ?? first, part);
    return scan === 'Exclusive' ? before : [...running];
  });
  for (const [index, lane] of active.entries()) {
    const result = (scan === '' ? sums.at(-1) : sums[index]) ?? [];
    lane.answer = isVector ? result : result[0];
  }
}

function partsOf(value: Value): readonly number[] {
  return typeof value === 'object' ? value : [Number(value)];
}

function ballot(lanes: Lanes): readonly number[] {
  return [0, 32, 64, 96].map((first) => {
    let word = 0;
    for (let bit = 0; bit < 32; bit++) if (lanes[first + bit]?.value === true) word |= 1 << bit;
    return word >>> 0;
  });
}
