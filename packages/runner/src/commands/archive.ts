// `bench archive`: run files of old months become one file a month.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { reservedFolders } from '@kernel-ladder/schema/node';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { archiveMachine } from '../files/archive.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';

// Days that a run stays a file of its own, unless the user names a month.
const ownDays = 90;

/** Packs old months. */
export const archive: Command = {
  usage: 'bench archive [--before YYYY-MM] [--history DIR]',
  summary:
    'packs the runs of old months into one file a month and machine; nothing is lost, and all read them there',
  flags: {
    before: {
      value: 'YYYY-MM',
      help: `pack months before this one, by the dates of commits (default: whole months that are ${ownDays} days old)`,
    },
    history: { value: 'DIR', help: 'the history’s folder (default dashboard/history)' },
  },
  execute: async (given, io) => {
    const before = readMonth(given);
    const history = resolve(io.cwd, textOf(given, 'history') ?? join(io.root, 'dashboard', 'history'));
    if (!existsSync(history))
      throw new CommandFailure(`there is no history at ${history}: give --history DIR`);
    for (const folder of machineFolders(history)) {
      const { packs, left } = archiveMachine(folder, before);
      for (const { file, added, bytes } of packs) {
        const runs = `${added} ${added === 1 ? 'run' : 'runs'}`;
        io.err(`${runs} more in ${basename(folder)}/${basename(file)}: ${(bytes / 1e6).toFixed(1)} MB\n`);
      }
      for (const reason of left) io.err(`left as it is: ${reason}\n`);
    }
    io.err(`months before ${before} are packed\n`);
    return exitCodes.passed;
  },
};

function readMonth(given: Given): string {
  const text = textOf(given, 'before');
  if (text === undefined) return new Date(Date.now() - ownDays * 24 * 3_600_000).toISOString().slice(0, 7);
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return text;
  throw new CommandFailure(`--before takes a month as 2026-09, not "${text}"`);
}

function machineFolders(history: string): readonly string[] {
  const reserved: readonly string[] = Object.values(reservedFolders);
  return readdirSync(history, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !reserved.includes(entry.name))
    .map(({ name }) => join(history, name))
    .toSorted();
}
