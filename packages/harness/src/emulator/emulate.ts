// One kernel, or all passes of a plan, on the emulated device.
import { compileKernel } from './compile/kernel.ts';
import type { Kernel } from './compile/kernel.ts';
import type { Branch } from './compile/unit.ts';
import { AccessLog } from './machine/access-log.ts';
import type { AccessPattern } from './machine/access-log.ts';
import { Hazards, Stop } from './machine/hazards.ts';
import type { Hazard } from './machine/hazards.ts';
import { Memory } from './machine/memory.ts';
import { inTurn } from './machine/order.ts';
import type { Order } from './machine/order.ts';
import { runPass } from './machine/pass.ts';
import type { Bound } from './machine/region.ts';
import { Turn } from './machine/turn.ts';

/** One dispatch: a final text, and what is bound to it. */
export interface Dispatch {
  readonly file: string;
  readonly text: string;
  readonly workgroups: readonly [x: number, y: number, z: number];
  /** By binding, in order. */
  readonly bindings: readonly Bound[];
  /** Says of a line of the text where it was written; its number in the final text when left out. */
  readonly place?: (line: number) => string;
}

/** How a device runs it. */
export interface Running {
  readonly subgroupSize: number;
  readonly order?: Order;
  /** Compiled texts, for launches that follow. */
  readonly kernels?: Map<string, Kernel>;
  /** Turns of loops until a dispatch counts as endless. */
  readonly fuel?: number;
  /** Whether a read past the end of a buffer gives its first element; the last one otherwise. */
  readonly goesToFirst?: boolean;
  /** Whether to note how subgroups access storage, which takes time. */
  readonly logs?: boolean;
}

/** What came of it. */
export interface Emulated {
  readonly hazards: readonly Hazard[];
  /** Reads past the end, and of vectors of which this launch has written a part: hazards if what they give matters. */
  readonly suspected: readonly Hazard[];
  /** Whether an order in which one workgroup stood still made others wait for it. */
  readonly needsForwardProgress: boolean;
  /** Bytes loaded and stored, by variable. */
  readonly moved: ReadonlyMap<string, number>;
  /** How subgroups accessed storage, by buffer; empty where nobody asked for it. */
  readonly patterns: ReadonlyMap<string, AccessPattern>;
  /** The arms of the texts, by file, and which of them were reached. */
  readonly arms: readonly Arm[];
}

/** An arm of a text: a branch that was taken or not, a loop that was entered. */
export interface Arm extends Branch {
  readonly file: string;
  readonly text: string;
  readonly isReached: boolean;
}

/** A buffer of the emulated device. */
export { Memory } from './machine/memory.ts';
/** The orders in which workgroups may run. */
export { inTurn, shuffled, stalling } from './machine/order.ts';
export type { Order } from './machine/order.ts';
export type { Hazard, HazardKind } from './machine/hazards.ts';
export type { AccessPattern } from './machine/access-log.ts';

/** Runs dispatches one after the other, as a compute pass does. */
export function emulate(dispatches: readonly Dispatch[], running: Running): Emulated {
  const moved = new Map<string, number>();
  const arms: Arm[] = [];
  const hazards: Hazard[] = [];
  const suspected: Hazard[] = [];
  const log = running.logs === true ? new AccessLog() : null;
  let needsForwardProgress = false;
  let firstPhase = 1;
  for (const [index, dispatch] of dispatches.entries()) {
    const kernel = kernelOf(dispatch, running.kernels);
    const found = new Hazards(dispatch.file, dispatch.place ?? ((line) => `${dispatch.file}:${line}`));
    const { order = inTurn, fuel, goesToFirst } = running;
    const turn = new Turn({ hazards: found, order, pass: index + 1, firstPhase, fuel, goesToFirst, log });
    const reached = new Uint8Array(kernel.branches.length);
    for (const { memory } of dispatch.bindings) memory.history.clear();
    const isWhole = runWhole(turn, kernel, { dispatch, running, reached, moved });
    arms.push(...armsOf(dispatch, kernel, reached));
    hazards.push(...found.found);
    suspected.push(...found.suspected);
    needsForwardProgress ||= found.needsForwardProgress;
    firstPhase = turn.lastPhase;
    if (!isWhole) break;
  }
  const patterns = log?.patterns() ?? new Map<string, AccessPattern>();
  return { hazards, suspected, needsForwardProgress, moved, patterns, arms };
}

function kernelOf({ file, text }: Dispatch, kernels?: Map<string, Kernel>): Kernel {
  const known = kernels?.get(text);
  if (known) return known;
  try {
    const kernel = compileKernel(text);
    kernels?.set(text, kernel);
    return kernel;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`${file}: ${error.message}`, { cause: error });
  }
}

interface Whole {
  readonly dispatch: Dispatch;
  readonly running: Running;
  readonly reached: Uint8Array;
  readonly moved: Map<string, number>;
}

// Whether it went on to its end.
function runWhole(turn: Turn, kernel: Kernel, { dispatch, running, reached, moved }: Whole): boolean {
  const { workgroups, bindings } = dispatch;
  const { subgroupSize } = running;
  try {
    for (const region of runPass(turn, { kernel, workgroups, bindings, reached, subgroupSize }))
      if (region.isStorage) moved.set(region.spec.name, (moved.get(region.spec.name) ?? 0) + region.moved);
    return true;
  } catch (error) {
    if (error instanceof Stop) return false;
    throw error;
  }
}

function armsOf({ file, text }: Dispatch, { branches }: Kernel, reached: Uint8Array): readonly Arm[] {
  const lines = text.split('\n');
  return branches.map((branch, index) => ({
    ...branch,
    file,
    text: (lines[branch.line - 1] ?? '').trim(),
    isReached: reached[index] === 1,
  }));
}

/** A memory of a buffer's bytes, bound whole. */
export function whole(memory: Memory): Bound {
  return { memory, base: 0, size: memory.bytes.byteLength };
}
