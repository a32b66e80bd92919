// Topologies by name or path.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseTopology, readJson } from '@kernel-ladder/schema';
import type { Topology } from '@kernel-ladder/schema';
import { CommandFailure, unknown } from '../failure.ts';
import type { Io } from '../io.ts';

/** Loads `suites/topologies/NAME.json` or a file; throws a usage failure with the nearest name, or the missing path. */
export function loadTopology(io: Io, nameOrFile: string): Topology {
  const folder = join(io.root, 'suites', 'topologies');
  const named = join(folder, `${nameOrFile}.json`);
  const file = existsSync(named) ? named : resolve(io.cwd, nameOrFile);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) {
    if (found) throw new CommandFailure(`${file} is a folder: give a topology's file`);
    if (/[/\\]|\.json$/.test(nameOrFile)) throw new CommandFailure(`there is no file ${file}`);
    const names = existsSync(folder) ? readdirSync(folder).map((entry) => entry.replace(/\.json$/, '')) : [];
    // Edit distance alone would send "h200" to the shortest name, not to those that begin with it.
    const beginning = names.filter((name) => name.startsWith(nameOrFile));
    throw unknown('topology', nameOrFile, beginning.length > 0 ? beginning : names);
  }
  return parseTopology(file, readJson(file, readFileSync(file, 'utf8')));
}
