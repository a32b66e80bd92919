// The two ends of a family process: a job comes in on stdin, events leave on fd 3.
import { fstatSync, writeSync } from 'node:fs';
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

const atOnce = async () => {};

// As the runner writes it.
const openLine = 'open';

/** What a process is to do, and when. */
export interface Orders {
  readonly job: Job;
  /** Waits until the process may open the device, and no more; throws where the runner has ended before that. */
  readonly opening: () => Promise<void>;
  /** Waits for the process's turn on the device, and throws as `opening` does. */
  readonly turn: () => Promise<void>;
  /** Behind the turn: waits for the next use of a shared device to be granted, and throws as `opening` does. */
  readonly granted: () => Promise<void>;
}

/**
 * Reads the job. One that ends with a line has its turn with the next line, else at once; a line `open` before that lets it open the
 * device. Started by hand, a process takes any adapter and seed 1 unless told otherwise. Throws where the runner has ended before it gave a job.
 */
export async function readJob(): Promise<Orders> {
  const fallback: Orders = {
    job: { gpu: { kind: 'auto' }, seed: 1 },
    opening: atOnce,
    turn: atOnce,
    granted: atOnce,
  };
  if (process.stdin.isTTY) return fallback;
  const input = readLines(process.stdin);
  const isLine = await input.until(1);
  // A runner may have said more by then.
  const [said = ''] = input.text().trim().split(`\n${openLine}`);
  if (said === '' && hasEventPipe()) throw new Error('the runner ended before it gave this process a job');
  if (said === '') return fallback;
  const line = async (count: number) => {
    if (isLine && !(await input.until(count)) && hasEventPipe())
      throw new Error('the runner ended before it was this process’s turn');
    return input.text().split('\n')[count - 1];
  };
  let heard = 2;
  const turn = async () => {
    if ((await line(2)) !== openLine) return;
    await line(3);
    heard = Math.max(heard, 3);
  };
  const granted = async () => void (await line(++heard));
  // The runner is the only writer, and its jobs are typed.
  return { job: JSON.parse(said) as Job, opening: async () => void (await line(2)), turn, granted };
}

// Text as it comes; `until` waits for so many line ends, and says whether they came.
function readLines(stream: NodeJS.ReadStream) {
  const pieces = stream.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>;
  let [text, ends] = ['', 0];
  const until = async (count: number): Promise<boolean> => {
    while (ends < count) {
      const { value, done } = await pieces.next();
      if (done) return false;
      text += value;
      ends += value.split('\n').length - 1;
    }
    return true;
  };
  return { until, text: () => text };
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
