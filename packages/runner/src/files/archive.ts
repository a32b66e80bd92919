// Old months of a history as one file each: every run stays, byte by byte, under the name that it had.
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InvalidDocument } from '@kernel-ladder/schema';
import {
  isOneLine,
  monthPackEnding,
  packAround,
  packMonth,
  readBytes,
  readHistoryRun,
  runFiles,
  unpackMonth,
} from '@kernel-ladder/schema/node';
import type { PackedFile } from '@kernel-ladder/schema/node';
import { CommandFailure, exitCodes } from '../failure.ts';
import { writeNew, writeWhole } from './files.ts';
import { numbered } from './history.ts';

/** What became of one machine's folder. */
export interface Archived {
  /** Packs that were written, oldest month first. */
  readonly packs: readonly ArchivedMonth[];
  /** Files of old months that stay as they are, each with the reason. */
  readonly left: readonly string[];
}

/** A pack, and how many runs joined it. */
export interface ArchivedMonth {
  readonly file: string;
  readonly added: number;
  readonly bytes: number;
}

/**
 * Packs the run files of a machine's folder whose commits are of months before `before` (`2026-09`), a file a month. A run that cannot
 * be read, or is not on one line, stays. A file goes only when its pack has been read back and holds every byte of it.
 */
export function archiveMachine(folder: string, before: string): Archived {
  const old = runFiles(folder).filter((file) => packAround(file) === null && monthOf(file) < before);
  const faults = new Map(old.map((file) => [file, faultOf(file)]));
  const sound = old.filter((file) => faults.get(file) === null);
  const months = [...Map.groupBy(sound, monthOf)];
  return {
    packs: months.map(([month, files]) => {
      const file = join(folder, `${month}${monthPackEnding}`);
      return alone(file, () => archiveMonth(file, files));
    }),
    left: [...faults.values()].filter((fault) => fault !== null),
  };
}

// What is named as no month is of none: it is not older than any.
function monthOf(file: string): string {
  return /^\d{4}-\d\d(?=-\d\d-)/.exec(basename(file))?.[0] ?? '9999-99';
}

function faultOf(file: string): string | null {
  try {
    readHistoryRun(file);
    return isOneLine(readBytes(file)) ? null : `${file}: is not on one line, as \`bench record\` writes it`;
  } catch (error) {
    if (error instanceof InvalidDocument) return error.message;
    throw error;
  }
}

// Of two that read one pack and add to it, the second to write would drop what the first has added.
function alone<Answer>(file: string, write: () => Answer): Answer {
  const lock = `${file}.lock`;
  if (!writeNew(lock, `${process.pid}\n`))
    throw new CommandFailure(
      `${lock} is there: another \`bench archive\` is at work, or was killed; then remove it`,
    );
  try {
    return write();
  } finally {
    rmSync(lock);
  }
}

function archiveMonth(file: string, loose: readonly string[]): ArchivedMonth {
  const packed = existsSync(file) ? unpackMonth(file) : [];
  const all = loose.reduce(joined, packed).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const bytes = packMonth(all);
  writeWhole(file, bytes);
  refuseLoss(file, all);
  for (const each of loose) rmSync(each);
  return { file, added: all.length - packed.length, bytes: bytes.length };
}

// A name that the pack has already is another run's, unless the bytes are the same: then it is there.
function joined(packed: readonly PackedFile[], file: string): readonly PackedFile[] {
  const bytes = readBytes(file);
  const stem = basename(file, '.json');
  for (let number = 1; ; number++) {
    const name = basename(numbered(stem, number));
    const found = packed.find((each) => each.name === name);
    if (!found) return [...packed, { name, bytes }];
    if (found.bytes.equals(bytes)) return packed;
  }
}

function refuseLoss(file: string, wanted: readonly PackedFile[]): void {
  const held = unpackMonth(file);
  const isWhole =
    held.length === wanted.length &&
    held.every(({ name, bytes }, at) => name === wanted[at]?.name && bytes.equals(wanted[at].bytes));
  if (!isWhole)
    throw new CommandFailure(
      `${file} does not hold what was written: the run files stay, remove it and look at the disk`,
      exitCodes.failed,
    );
}
