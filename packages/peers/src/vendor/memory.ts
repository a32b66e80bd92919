// A Python program that takes the host's memory without end is ended before the host is.
import { readFileSync } from 'node:fs';
import type { Arrays } from '@kernel-ladder/harness';
import { allowanceOf, inGib } from '../web/memory.ts';
import type { Python } from './python.ts';

/** The eye on one process. */
export interface MemoryWatch {
  /** A request of so many bytes is under way: what was allowed for a larger one stays allowed. */
  readonly allowFor: (arrays: Arrays, answerBytes: number) => void;
  /** Why the process was ended, in words; null when it was not. */
  readonly excess: () => string | null;
  readonly stop: () => void;
}

const everyMs = 100;
// What torch, CUDA and NCCL hold on a host of eight devices before anybody asks for something.
const ownBytes: { readonly [Device in Python['device']]: number } = { cuda: 4 * 2 ** 30, cpu: 0 };

/** Calls `end` once a process holds more memory of its own, files apart, than is allowed. Does nothing where there is no /proc. */
export function watchMemory(
  { pid, device }: { readonly pid: number | undefined } & Pick<Python, 'device'>,
  end: () => void,
): MemoryWatch {
  const allowedFor = (bytes: number) => ownBytes[device] + allowanceOf(bytes);
  let allowance = allowedFor(0);
  let excess: string | null = null;
  const timer = setInterval(() => {
    const taken = heldBytes(pid);
    if (taken <= allowance || excess) return;
    excess = `the Python program took ${inGib(taken)} of memory, ${inGib(allowance)} are allowed`;
    end();
  }, everyMs);
  timer.unref();
  return {
    allowFor: (arrays, answerBytes) => {
      const sent = Object.values(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);
      allowance = Math.max(allowance, allowedFor(sent + answerBytes));
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
