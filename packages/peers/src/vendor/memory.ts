// A Python program that takes the host's memory without end is ended before the host is.
import { readFileSync } from 'node:fs';
import { allowanceOf, inGib } from '../web/memory.ts';
import type { Python } from './python.ts';

/** The eye on one process. */
export interface MemoryWatch {
  /** A request is under way that gives and takes so many bytes: what was allowed for a larger one stays allowed. */
  readonly allowFor: (bytes: number) => void;
  /** Why the process was ended, in words; null when it was not. */
  readonly excess: () => string | null;
  readonly stop: () => void;
}

const everyMs = 100;
// What torch, CUDA and NCCL hold on a host of eight devices before anybody asks for something.
const ownBytes: { readonly [Device in Python['device']]: number } = { cuda: 4 * 2 ** 30, cpu: 0 };

/** A process, the device that it works on, and what lies in files of the host's memory for it. */
export interface Watched extends Pick<Python, 'device'> {
  readonly pid: number | undefined;
  readonly sharedBytes: () => number;
}

/** Calls `end` once a process holds more memory of its own and in shared files than is allowed. Of the former it knows nothing where there is no /proc. */
export function watchMemory({ pid, device, sharedBytes }: Watched, end: () => void): MemoryWatch {
  const allowedFor = (bytes: number) => ownBytes[device] + allowanceOf(bytes);
  let allowance = allowedFor(0);
  let excess: string | null = null;
  const timer = setInterval(() => {
    const taken = heldBytes(pid) + sharedBytes();
    if (taken <= allowance || excess) return;
    excess = `the Python program took ${inGib(taken)} of memory, ${inGib(allowance)} are allowed`;
    end();
  }, everyMs);
  timer.unref();
  return {
    allowFor: (bytes) => {
      allowance = Math.max(allowance, allowedFor(bytes));
    },
    excess: () => excess,
    stop: () => clearInterval(timer),
  };
}

function heldBytes(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return 1024 * Number(kilobytes ?? 0);
  } catch {
    return 0;
  }
}
