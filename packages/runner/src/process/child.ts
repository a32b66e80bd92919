// One family process: detached, so that all of it can be ended; its events as they come, its stderr kept aside.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { parseEvent } from '@kernel-ladder/schema';
import type { FamilyEvent, Job } from '@kernel-ladder/schema';
import { CommandFailure } from '../failure.ts';
import type { Io } from '../io.ts';

/** How a process ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last lines of stderr: Dawn's warnings, or the reason of a crash. */
  readonly stderr: string;
  /** How it broke the protocol, for which it was ended; null when it did not. */
  readonly fault: string | null;
}

/** A running family process. */
export interface Child {
  readonly ended: Promise<ChildEnd>;
  /** Ends the process and whatever it started. */
  readonly kill: () => void;
  /** Grants the use of a shared device that it has asked for. */
  readonly grant: () => void;
}

/** What the process is to do and who listens. */
export interface ChildSpec {
  readonly args: readonly string[];
  readonly job: Job;
  readonly onEvent: (event: FamilyEvent) => void;
}

const keptStderr = 8000;

/** A process that has its job and waits for its turn on the device. */
export interface Waiting {
  /** Whether it has read its job and waits for what comes next. */
  readonly isReady: () => boolean;
  /** Lets it open the device, and no more; resolves when it has, or has ended. Its turn does so otherwise. */
  readonly open: () => Promise<void>;
  readonly start: (onEvent: ChildSpec['onEvent']) => Child;
  /** Ends it before its turn. */
  readonly kill: () => void;
}

/** Starts `node src/bench.ts …` and gives it its job and its turn; an interrupt of the runner ends it too. */
export function startFamily(io: Io, entry: string, { onEvent, ...spec }: ChildSpec): Child {
  return bootFamily(io, entry, spec).start(onEvent);
}

/** Starts `node src/bench.ts …` with its job. It opens no device before its turn; an interrupt of the runner ends it too. */
export function bootFamily(io: Io, entry: string, { args, job }: Omit<ChildSpec, 'onEvent'>): Waiting {
  const child = spawn(process.execPath, [entry, ...args], {
    detached: true,
    env: { ...compileCache(entry), ...io.env },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  const kill = () => killGroup(child.pid);
  // A signal that has come already does not come again.
  if (io.interrupt.aborted) kill();
  else io.interrupt.addEventListener('abort', kill, { once: true });
  const [stdin, , errors, pipe] = child.stdio as unknown as readonly [Writable, null, Readable, Readable];
  // A child that died early closes its stdin; its end says why.
  stdin.on('error', () => {});
  let stderr = '';
  errors.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-keptStderr);
  });
  const exited = new Promise<Omit<ChildEnd, 'fault'>>((resolve) => {
    child.on('error', (error) => resolve({ code: null, signal: null, stderr: error.message }));
    child.on('close', (code, signal) => resolve({ code, signal, stderr }));
  }).finally(() => io.interrupt.removeEventListener('abort', kill));
  // A line end behind the job, and another one when it is its turn: who reads to the end reads the job alone, unless it was let open.
  stdin.write(`${JSON.stringify(job)}\n`);
  // Read from the start: a stream that ended before anybody read it never says so.
  const listener = Promise.withResolvers<ChildSpec['onEvent']>();
  const before = createPrelude(() => stdin.write('open\n'));
  const events = readEvents(pipe, entry, { listener: listener.promise, before: before.hear }).then(
    (fault) => {
      if (fault !== null) kill();
      return fault;
    },
  );
  const start: Waiting['start'] = (onEvent) => {
    // Who shares the device hears of each use that is granted.
    if (job.sharesDevice) stdin.write('\n');
    else stdin.end('\n');
    listener.resolve(onEvent);
    return { ended: endOf(exited, events), kill, grant: () => void stdin.write('\n') };
  };
  const open = () => Promise.race([before.open(), exited.then(() => {})]);
  return { isReady: before.isReady, open, start, kill };
}

async function endOf(
  exited: Promise<Omit<ChildEnd, 'fault'>>,
  events: Promise<Error | null>,
): Promise<ChildEnd> {
  const end = await exited;
  const fault = await events;
  // What stops the runner is no fault of the family.
  if (fault instanceof CommandFailure) throw fault;
  return { ...end, fault: fault === null ? null : fault.message };
}

// What a process does before its turn; `hear` says whether an event is about that.
function createPrelude(letOpen: () => void) {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  let [isReady, mayOpen] = [false, false];
  return {
    isReady: () => isReady,
    open: () => {
      if (!mayOpen) letOpen();
      mayOpen = true;
      return opened;
    },
    hear: ({ type }: FamilyEvent) => {
      if (type === 'ready') isReady = true;
      if (type === 'device-open') resolve();
      return type === 'ready' || type === 'device-open';
    },
  };
}

// Compiled once and kept with what is installed, not for every process anew: that is half of what a start takes.
function compileCache(entry: string): { readonly NODE_COMPILE_CACHE?: string } {
  const installed = join(dirname(entry), '..', '..', '..', 'node_modules');
  return existsSync(installed) ? { NODE_COMPILE_CACHE: join(installed, '.cache', 'kernel-ladder') } : {};
}

/** What a dead process says of its end: its last error, else its last line that is no stack trace. */
export function lastWords(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => line !== '' && !isNoise(line));
  return telling.findLast((line) => /^(Uncaught )?(\w*Error\b|FATAL)/.test(line)) ?? telling.at(-1) ?? '';
}

// Frames, Node's closing line, and what Dawn says on every machine without a Vulkan loader of its own.
function isNoise(line: string): boolean {
  return /^(at |\d+: |-{3,}|\^+$|Node\.js v|Warning: Couldn't load Vulkan)/.test(line);
}

interface Heard {
  readonly listener: Promise<ChildSpec['onEvent']>;
  /** Takes what is no listener's business. */
  readonly before: (event: FamilyEvent) => boolean;
}

// Resolves with the first fault, if any: whoever broke the protocol once is not listened to any more. Lines wait for the listener.
async function readEvents(stream: Readable, origin: string, heard: Heard): Promise<Error | null> {
  for await (const line of createInterface({ input: stream })) {
    try {
      const event = parseEvent(origin, line);
      if (!heard.before(event)) (await heard.listener)(event);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
  return null;
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
