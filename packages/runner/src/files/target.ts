// Where a command is told to write, looked at before anything is measured.
import { lstatSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readJson } from '@kernel-ladder/schema';
import { CommandFailure } from '../failure.ts';
import { nearestFolder } from './files.ts';

/** A file to be written, and which files may be replaced by it. */
export interface Target {
  readonly file: string;
  /** What the user said, for messages: `--out run.json`. */
  readonly said: string;
  /** What such a file is called: `run file`. */
  readonly kind: string;
  /** Checks a document of that kind, and throws on any other. */
  readonly parse: (file: string, value: unknown) => unknown;
}

/**
 * Throws a usage failure unless the file can be written and takes the place of nothing, of an empty file, or of one of the same
 * kind. Makes nothing that stays.
 */
export function refuseTarget(target: Target): void {
  const { file, said, kind, parse } = target;
  refuseUnwritable(dirname(file), said);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory())
    throw new CommandFailure(`${said} is a folder: give a file in it, e.g. ${join(file, 'NAME.json')}`);
  if (!found.isFile())
    throw new CommandFailure(`${said} is no regular file but a link or a device: give a file of its own`);
  if (found.size === 0) return;
  const fault = faultOf(file, parse);
  if (fault !== null)
    throw new CommandFailure(
      `${said} would replace a file that is no ${kind} (${fault}): give a new file, or remove this one first`,
    );
}

/** Throws a usage failure unless the folder is there, or can be made, and takes new files. */
export function refuseUnwritable(folder: string, said: string): void {
  try {
    // Permissions alone do not tell: /proc grants root everything and takes nothing.
    rmdirSync(mkdtempSync(join(nearestFolder(folder), '.bench-')));
  } catch (error) {
    const why =
      error instanceof CommandFailure ? error.message : `${codeOf(error)}: give a place that takes files`;
    throw new CommandFailure(`${said} cannot be written: ${why}`);
  }
}

function faultOf(file: string, parse: Target['parse']): string | null {
  try {
    parse(basename(file), readJson(basename(file), readFileSync(file, 'utf8')));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error ? (error.message.split(', ')[0] ?? error.message) : String(error);
}
