// Work for several processes at a time.
import { availableParallelism } from 'node:os';
import type { Machine, Spent } from '@kernel-ladder/schema';

/**
 * Hands out the items in order, to so many workers at once, each with the worker's number; none after an interrupt or a fault. Throws the first fault
 * when all have ended.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  { width, interrupt }: { readonly width: number; readonly interrupt: AbortSignal },
  work: (item: Item, worker: number) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const faults: unknown[] = [];
  const workOn = async (worker: number) => {
    for (const item of waiting) {
      if (interrupt.aborted || faults.length > 0) return;
      await work(item, worker).catch((fault: unknown) => faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: width }, (_, worker) => workOn(worker)));
  if (faults.length > 0) throw faults[0];
}

// The largest awkward case has 720 MB of inputs and as many of outputs, and is held under two seeds, with a reference in double
// precision; in software none has more than 300 kB, and a process is what Node and Dawn take.
const processBytes = { hardware: 2 ** 32, software: 2 ** 29 };

/** A host: processors, and the memory that is free. */
export interface Host {
  readonly processors: number;
  readonly freeBytes: number;
}

type Kind = Pick<Machine, 'software'>;

/**
 * How many processes may check side by side. Each keeps a processor busy with its one thread, its compilers take turns with those of the
 * others, and the device has little to do: there may be as many as there are processors, less one for the runner and the driver, if
 * their memory is free. Nobody says how much memory the device has: what fails for want of it is tried again alone.
 */
export function mostCheckers(machine: Kind, host: Host = thisHost()): number {
  const processors = machine.software ? host.processors : host.processors - 1;
  return Math.max(1, Math.min(processors, fitting(machine, host)));
}

/**
 * How many processes may time side by side: one, on a device that is measured. What a software adapter takes is compared with nothing,
 * and it leaves processors idle while kernels are compiled and judged: there are as many as may check.
 */
export function mostTimers(machine: Kind, host: Host = thisHost()): number {
  return machine.software ? mostCheckers(machine, host) : 1;
}

const waitingRoom = { most: 3, processorsOfEach: 5, partsOfMemory: 2 };

/**
 * How many processes may wait for their turn beside the one that has the device: starting takes them a second of several processors, and all of them
 * hold inputs of ids.
 */
export function mostWaiting(machine: Kind, host: Host = thisHost()): number {
  return machine.software ? 1 : roomFor(waitingRoom, machine, host);
}

const sharingRoom = { most: 6, processorsOfEach: 2.5, partsOfMemory: 3 };

/**
 * How many processes may have ids on the device at once: one has it alone while it times, and all of them upload, check and read back side by side,
 * for as long as the longest of them takes. Each has as much to hold as one that waits; a third of the memory is theirs, since those that wait, judge and check
 * beside them want the rest.
 */
export function mostSharing(machine: Kind, host: Host = thisHost()): number {
  return machine.software ? 1 : roomFor(sharingRoom, machine, host);
}

function roomFor(
  { most, processorsOfEach, partsOfMemory }: typeof waitingRoom,
  machine: Kind,
  host: Host,
): number {
  const byProcessors = Math.floor(host.processors / processorsOfEach);
  const byMemory = Math.floor((fitting(machine, host) - 1) / partsOfMemory);
  return Math.max(1, Math.min(most, byProcessors, byMemory));
}

/**
 * How many processes may still judge behind those that have the device: twice as many as wait before it, if there is memory for what they hold. Judges
 * of a large family take seconds, in which three others have had their turn.
 */
export function mostEnding(machine: Kind, host: Host = thisHost()): number {
  const waiting = mostWaiting(machine, host);
  if (machine.software) return waiting;
  return Math.max(1, Math.min(2 * waiting, fitting(machine, host) - mostSharing(machine, host) - waiting));
}

/** How many processes may check awkward cases beside those that time, wait and judge, whose memory is theirs. */
export function mostCheckersBeside(machine: Kind, host: Host = thisHost()): number {
  const others = mostSharing(machine, host) + mostWaiting(machine, host) + mostEnding(machine, host);
  return Math.max(1, Math.min(mostCheckers(machine, host), fitting(machine, host) - others));
}

function fitting({ software }: Kind, { freeBytes }: Host): number {
  return Math.floor(freeBytes / processBytes[software ? 'software' : 'hardware']);
}

function thisHost(): Host {
  return { processors: availableParallelism(), freeBytes: process.availableMemory() };
}

/** What one of so many processes has taken, so that all of them together have taken no more than the time that went by. */
export function shareOf({ deviceMs, judgingMs }: Spent, processes: number): Spent {
  return { deviceMs: deviceMs / processes, judgingMs: judgingMs / processes };
}
