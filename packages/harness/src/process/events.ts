// The two ends of a family process: a job comes in on stdin, events leave on fd 3.
import { fstatSync, writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { FamilyEvent, Job } from '@kernel-ladder/schema';

const eventFd = hasEventPipe() ? 3 : 1;

/** Writes one event at once: what is written survives whatever happens to the process next. */
export function emit(event: FamilyEvent): void {
  const line = Buffer.from(`${lineOf(event)}\n`);
  for (let at = 0; at < line.length;) at += write(line, at);
}

/** An event as one line of JSON, also for readers that break lines as Unicode does: at U+2028 and U+2029. */
export function lineOf(event: FamilyEvent): string {
  return JSON.stringify(event)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

/** Reads the job; started by hand on a terminal, a process takes any adapter and seed 1. */
export async function readJob(): Promise<Job> {
  const fallback: Job = { gpu: { kind: 'auto' }, seed: 1 };
  if (process.stdin.isTTY) return fallback;
  const input = (await text(process.stdin)).trim();
  // The runner is the only writer, and its jobs are typed.
  return input === '' ? fallback : (JSON.parse(input) as Job);
}

// A full pipe refuses for a moment; the reader is draining it.
function write(line: Buffer, at: number): number {
  try {
    return writeSync(eventFd, line, at);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}

// Without the runner there is no fd 3, or Node itself has it for its event loop.
function hasEventPipe(): boolean {
  try {
    const stat = fstatSync(3);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}
