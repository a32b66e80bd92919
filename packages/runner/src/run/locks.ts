// One bench at a time: whoever measures on an adapter lays a file in a folder that all users of the machine share. Each file is
// its owner's alone and has a name of its own, so that none is ever taken over: one whose process is dead counts for nothing.
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdapterEntry, Machine } from '@kernel-ladder/schema';
import { CommandFailure, exitCodes } from '../failure.ts';
import { nearestFolder } from '../files/files.ts';
import type { Flag } from '../flags.ts';
import type { Io } from '../io.ts';
import { bornAt } from '../process/alive.ts';
import { isThere, readHolder } from './holder.ts';
import type { FoundHolder, Holder } from './holder.ts';

/** What only one bench may have at a time. */
export interface Subject {
  /** As messages call it: `NVIDIA H200 (vulkan)`. */
  readonly name: string;
  /** Whether it is worth waiting for: what another run writes is not there to be written again. */
  readonly mayWait: boolean;
}

/** Takes a subject until the command ends. Throws, or waits, while another bench has it. */
export type Hold = (subject: Subject) => Promise<void>;

/** Names the folder in the environment. */
export const locksVariable = 'KERNEL_LADDER_LOCKS';

/** The flag of every command that holds an adapter. */
export const waitFlag: Flag = { help: 'wait for another bench on this adapter instead of refusing to start' };

/** Holds an adapter; one in software is free for all, for nothing that is measured on it is compared. */
export async function holdAdapter(hold: Hold, { backend, name, software }: AdapterEntry): Promise<void> {
  if (!software) await hold({ name: `${name} (${backend})`, mayWait: true });
}

/** The adapter of a machine. */
export function adapterOf({ backend, adapter, software }: Machine): AdapterEntry {
  return { backend, name: adapter.name, software };
}

/** Holds a file that is to be written, whichever way leads to it. */
export async function holdFile(hold: Hold, file: string): Promise<void> {
  const folder = nearestFolder(dirname(file));
  await hold({ name: join(realpathSync(folder), relative(folder, file)), mayWait: false });
}

/** Hands out holds and gives all of them back at the end, also when the process exits. */
export async function withLocks<Answer>(
  io: Io,
  { wait }: { readonly wait: boolean },
  use: (hold: Hold) => Promise<Answer>,
): Promise<Answer> {
  const held = new Map<string, string>();
  const release = () => {
    for (const file of held.values()) rmSync(file, { force: true });
    held.clear();
  };
  // A second Ctrl-C exits at once, without the finally below.
  process.once('exit', release);
  try {
    return await use(async (subject) => {
      if (held.has(subject.name)) return;
      const file = await take(io, subject, wait && subject.mayWait);
      if (file !== null) held.set(subject.name, file);
    });
  } finally {
    process.off('exit', release);
    release();
  }
}

// Two that come at once see each other and both step back: whoever looks again first has it.
const attempts = 4;

// Laid first, then looked for others: of two that come at once, at least one sees the other.
async function take(io: Io, subject: Subject, wait: boolean): Promise<string | null> {
  const folder = io.env[locksVariable] || join(tmpdir(), 'kernel-ladder-locks');
  const told = new Set<number>();
  for (let attempt = 1; ; attempt++) {
    const file = lay(io, folder, subject);
    if (file === null) return null;
    const [other] = othersOn(folder, subject, file);
    if (!other) return file;
    rmSync(file);
    if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
    if (attempt >= attempts) {
      if (!wait) throw refusal(subject, other);
      if (!told.has(other.pid)) io.err(`waiting for ${subject.name}, which ${describe(other)} has\n`);
      told.add(other.pid);
    }
    await sleep(randomInt(20, 120) * (attempt < attempts ? 1 : 10));
  }
}

// A machine that cannot keep locks can still measure.
function lay(io: Io, folder: string, subject: Subject): string | null {
  const { pid } = process;
  const command = ['bench', ...process.argv.slice(2)].join(' ').slice(0, 200);
  const since = new Date().toISOString();
  const holder: Holder = { pid, born: bornAt(pid), host: hostname(), since, command };
  const file = join(folder, `${prefixOf(subject)}${pid}-${randomUUID()}.json`);
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true });
      // As /tmp: everybody lays files, and removes no others than their own.
      chmodSync(folder, 0o1777);
    }
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx' });
    return file;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    io.err(
      `another bench on ${subject.name} would go unnoticed: ${why}; give a folder with ${locksVariable}\n`,
    );
    return null;
  }
}

function prefixOf({ name }: Subject): string {
  return `${createHash('sha256').update(name).digest('hex').slice(0, 16)}-`;
}

function othersOn(folder: string, subject: Subject, own: string): readonly FoundHolder[] {
  const names = readdirSync(folder).filter(
    (name) => name.startsWith(prefixOf(subject)) && name !== basename(own),
  );
  return names.flatMap((name) => {
    const file = join(folder, name);
    const holder = readHolder(file);
    if (holder === null) return [];
    if (isThere(holder)) return [holder];
    if (holder.host === hostname()) tryRemove(file);
    return [];
  });
}

function tryRemove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Another user's stays, and counts for nothing all the same.
  }
}

function refusal(subject: Subject, other: FoundHolder): CommandFailure {
  const remedy = subject.mayWait
    ? `two at once would measure each other: wait for it with --wait, or end it with kill ${other.pid}${notThisOne(other)}`
    : 'two runs would write over each other: give another --out';
  return new CommandFailure(`${describe(other)} has ${subject.name}, and ${remedy}`);
}

// WebGPU gives two equal cards one name, and a process that has the number may be no bench.
function notThisOne({ file }: FoundHolder): string {
  return `; for a second card of that name give a folder of its own with ${locksVariable}; if the process is no bench, remove ${file}`;
}

function describe({ pid, command, since }: Holder): string {
  return `${command} (process ${pid}, since ${since})`;
}
