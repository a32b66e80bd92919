// Who says what the machine is: a family's process that has started beside those that list themselves.
import type { AdapterEntry, FamilyEvent, Job } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { bootFamily } from '../process/child.ts';
import { ask } from '../process/families.ts';
import type { FamilyPackage } from '../process/families.ts';

/** A process that waits to profile the machine. */
export interface Profiler {
  /**
   * The first family has answered, and told its adapter: on hardware the device, which the others have no use for while they list
   * themselves, may be profiled. In software it shares their processors, and waits for them.
   */
  readonly begin: (first: FamilyPackage, adapter: AdapterEntry) => void;
  /** What the profile of a family's process says. */
  readonly ask: (first: FamilyPackage, adapter: AdapterEntry | null) => Promise<readonly FamilyEvent[]>;
  /** Ends the process and throws. */
  readonly fail: (fault: unknown) => never;
}

/** What the profiler is to do, and what holds an adapter before anything is measured on it. */
export interface ProfilerSpec {
  readonly job: Job;
  readonly hold: (adapter: AdapterEntry) => Promise<void>;
}

/** Starts the process of the first family that is asked, which imports what it needs; it opens the device when it is asked. */
export function bootProfiler(
  io: Io,
  [family]: readonly FamilyPackage[],
  { job, hold }: ProfilerSpec,
): Profiler {
  const question = { args: ['profile'], job };
  const waiting = family && bootFamily(io, family.entry, question);
  const profile = async (first: FamilyPackage, adapter: AdapterEntry | null) => {
    if (adapter) await hold(adapter);
    if (first === family && waiting) return ask(io, first.entry, { ...question, waiting });
    waiting?.kill();
    return ask(io, first.entry, question);
  };
  let begun: Promise<readonly FamilyEvent[]> | undefined;
  return {
    begin: (first, adapter) => {
      if (adapter.software) return;
      begun = profile(first, adapter);
      // Whoever asks for it is told.
      begun.catch(() => {});
    },
    ask: (first, adapter) => begun ?? profile(first, adapter),
    fail: (fault) => {
      waiting?.kill();
      throw fault;
    },
  };
}
