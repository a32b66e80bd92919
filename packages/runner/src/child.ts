// One family process: detached, so that all of it can be ended; its events as they come, its stderr kept aside.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { parseEvent } from '@kernel-ladder/schema';
import type { FamilyEvent, Job } from '@kernel-ladder/schema';
import type { Io } from './io.ts';

/** How a process ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last lines of stderr: Dawn's warnings, or the reason of a crash. */
  readonly stderr: string;
}

/** A running family process. */
export interface Child {
  readonly ended: Promise<ChildEnd>;
  /** Ends the process and whatever it started. */
  readonly kill: () => void;
}

/** What the process is to do and who listens. */
export interface ChildSpec {
  readonly args: readonly string[];
  readonly job: Job;
  readonly onEvent: (event: FamilyEvent) => void;
}

const keptStderr = 8000;

/** Starts `node src/bench.ts …`; an interrupt of the runner ends it too. */
export function startFamily(io: Io, entry: string, { args, job, onEvent }: ChildSpec): Child {
  const child = spawn(process.execPath, [entry, ...args], {
    detached: true,
    env: io.env,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  const kill = () => killGroup(child.pid);
  io.interrupt.addEventListener('abort', kill, { once: true });
  const [stdin, , errors, pipe] = child.stdio as unknown as readonly [Writable, null, Readable, Readable];
  // A child that died early closes its stdin; its end says why.
  stdin.on('error', () => {});
  stdin.end(JSON.stringify(job));
  let stderr = '';
  errors.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-keptStderr);
  });
  const events = readEvents(pipe, entry, onEvent);
  const exited = new Promise<ChildEnd>((resolve) => {
    child.on('error', (error) => resolve({ code: null, signal: null, stderr: error.message }));
    child.on('close', (code, signal) => resolve({ code, signal, stderr }));
  });
  const ended = exited.then(async (end) => {
    io.interrupt.removeEventListener('abort', kill);
    const fault = await events;
    return fault ? { ...end, code: end.code === 0 ? 1 : end.code, stderr: `${fault}\n${end.stderr}` } : end;
  });
  return { ended, kill };
}

// Resolves with what was wrong with a line, if any; a line cut off by a crash is dropped with the process.
async function readEvents(
  stream: Readable,
  origin: string,
  onEvent: (event: FamilyEvent) => void,
): Promise<string | null> {
  let fault: string | null = null;
  for await (const line of createInterface({ input: stream })) {
    try {
      onEvent(parseEvent(origin, line));
    } catch (error) {
      fault ??= error instanceof Error ? error.message : String(error);
    }
  }
  return fault;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
