// One dispatch: its workgroups, in the order that is asked for.
import type { Kernel } from '../compile/kernel.ts';
import { layoutOf } from '../compile/types.ts';
import { bits, extremes, integers, lists } from './arithmetic.ts';
import { createGroup, runGroup } from './group.ts';
import type { Group } from './group.ts';
import { matrixUnit } from './matrix-unit.ts';
import { Memory } from './memory.ts';
import type { Bound } from './region.ts';
import type { Turn } from './turn.ts';
import { TypedRegion } from './typed-region.ts';

/** What a dispatch runs on. */
interface PassSpec {
  readonly kernel: Kernel;
  readonly workgroups: readonly [x: number, y: number, z: number];
  readonly subgroupSize: number;
  /** By binding. */
  readonly bindings: readonly Bound[];
  /** Noted by number: the arms of the text that were reached. */
  readonly reached: Uint8Array;
}

const library = {
  ...integers,
  ...extremes,
  ...bits,
  ...lists,
  ...matrixUnit,
  select: <T>(no: T, yes: T, condition: boolean): T => (condition ? yes : no),
};

interface Program {
  readonly main: () => Iterator<undefined, void, unknown>;
  readonly own: () => unknown;
}

// Workgroups that are on the device at once, where they can see each other.
const resident = 6;
// Pauses without a workgroup that ends, behind which those that run count as waiting for one that stands still.
const patience = 20_000;

/** Runs a dispatch. Gives what was moved, by variable. Throws a `Stop` where it cannot go on. */
export function runPass(turn: Turn, spec: PassSpec): readonly TypedRegion[] {
  const { kernel } = spec;
  const regions = kernel.regions.map((region) => new TypedRegion(turn, region, boundTo(spec, region)));
  // The text was made by the compiler of this package.
  const make = new Function('L', 'T', 'R', 'V', kernel.script);
  const program: Program = make(library, turn, regions, spec.reached);
  const begin = (number: number) => beginGroup(turn, spec, { program, regions, number });
  const [x, y, z] = spec.workgroups;
  // Where no group can see another one, their order changes nothing.
  if (!kernel.script.includes('T.pause()'))
    for (let number = 0; number < x * y * z; number++) runGroup(turn, begin(number));
  else runTogether(turn, { regions, begin, count: x * y * z });
  return regions;
}

function boundTo(spec: PassSpec, region: Kernel['regions'][number]): Bound {
  const size = layoutOf(region.type).size;
  if (region.binding === null) return { memory: new Memory(region.name, size), base: 0, size };
  const bound = spec.bindings[region.binding];
  if (!bound) throw new Error(`nothing is bound to ${region.name}, binding ${region.binding}`);
  if (bound.size < size)
    throw new Error(`${region.name} is ${size} bytes, and ${bound.size} are bound to it`);
  return bound;
}

interface Beginning {
  readonly program: Program;
  readonly regions: readonly TypedRegion[];
  readonly number: number;
}

// Workgroup memory begins as zeros.
function beginGroup(turn: Turn, spec: PassSpec, { program, regions, number }: Beginning): Group {
  const [width, height] = spec.workgroups;
  const id = [number % width, Math.floor(number / width) % height, Math.floor(number / (width * height))];
  const memories = regions.map((region) =>
    region.isStorage ? null : new Memory(region.spec.name, region.size),
  );
  const group = createGroup(turn, {
    number,
    id,
    count: spec.workgroups,
    kernel: spec.kernel,
    subgroupSize: spec.kernel.subgroupSize ?? spec.subgroupSize,
    memories,
    ...program,
  });
  enter(regions, group);
  return group;
}

function enter(regions: readonly TypedRegion[], { memories }: Group): void {
  for (const [index, region] of regions.entries()) region.memory = memories[index] ?? region.memory;
}

interface Together {
  readonly regions: readonly TypedRegion[];
  readonly begin: (number: number) => Group;
  readonly count: number;
}

/** Workgroups on the device: those that run, and one that stands still. */
interface Residents {
  readonly running: Group[];
  stalled: Group | null;
  /** The one that has begun first, and how often it has paused. */
  first: Group | null;
  firstPauses: number;
  /** Pauses since a workgroup ended. */
  pauses: number;
}

// Workgroups begin in any order, some at a time. One may stand still until no other goes on.
function runTogether(turn: Turn, { regions, begin, count }: Together): void {
  const waiting = Array.from({ length: count }, (_, number) => number);
  const on: Residents = { running: [], stalled: null, first: null, firstPauses: 0, pauses: 0 };
  while (waiting.length > 0 || on.running.length > 0 || on.stalled) {
    while (waiting.length > 0 && on.running.length < resident) {
      const [number = 0] = waiting.splice(turn.order.begins(waiting.length), 1);
      on.running.push(begin(number));
      on.first ??= on.running.at(-1) ?? null;
    }
    wake(turn, on);
    const group = on.running[turn.order.runs(on.running.length)];
    if (!group) continue;
    enter(regions, group);
    settle(turn, on, { group, isDone: runGroup(turn, group) === 'done' });
  }
}

// Once the others have waited in vain for the one that stands still, or are done.
function wake(turn: Turn, on: Residents): void {
  const { stalled } = on;
  if (!stalled || (on.running.length > 0 && on.pauses <= patience)) return;
  turn.hazards.needsForwardProgress ||= on.running.length > 0;
  on.running.push(stalled);
  on.stalled = null;
}

interface Outcome {
  readonly group: Group;
  readonly isDone: boolean;
}

function settle(turn: Turn, on: Residents, { group, isDone }: Outcome): void {
  on.pauses = isDone ? 0 : on.pauses + 1;
  const stalls = !isDone && group === on.first && ++on.firstPauses === turn.order.stalls;
  if (isDone || stalls) on.running.splice(on.running.indexOf(group), 1);
  if (stalls) on.stalled = group;
}
