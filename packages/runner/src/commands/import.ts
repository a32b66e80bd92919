// `bench import`: other tools' results as reference rows with their provenance.
import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseNcclTests } from '@kernel-ladder/collectives';
import type { About } from '@kernel-ladder/collectives';
import { parseReference } from '@kernel-ladder/schema';
import type { Reference } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes, unknown } from '../failure.ts';
import { writeWhole } from '../files/files.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { refuseTarget } from '../files/target.ts';

type Importer = (file: string, text: string, about: About) => Reference;

const formats: { readonly [format: string]: Importer } = { 'nccl-tests': parseNcclTests };

/** Imports a file. */
export const importCommand: Command = {
  usage: 'bench import FORMAT FILE [--out FILE] [--machine TEXT] [--provenance TEXT]',
  summary: 'reads other tools’ results (nccl-tests: all_reduce_perf’s table, or JSON of per-call times)',
  flags: {
    out: { value: 'FILE', help: 'where to write the reference rows (default stdout)' },
    machine: { value: 'TEXT', help: 'where it was measured (default what the file says)' },
    provenance: { value: 'TEXT', help: 'where the file comes from (default its name)' },
  },
  execute: async (given, io) => {
    const { importer, file, path } = readArguments(given, io.cwd);
    const out = textOf(given, 'out');
    if (out !== undefined) refuseOther(resolve(io.cwd, out), out);
    const machine = textOf(given, 'machine');
    const reference = importer(file, readFileSync(path, 'utf8'), {
      provenance: textOf(given, 'provenance') ?? basename(file),
      ...(machine === undefined ? {} : { machine }),
    });
    const text = `${JSON.stringify(reference, null, 2)}\n`;
    if (out === undefined) io.out(text);
    else writeWhole(resolve(io.cwd, out), text);
    io.err(
      `imported ${counted(reference.rows.length, 'row')} of ${counted(reference.ranks, 'rank')}${out === undefined ? '' : ` to ${out}`}\n`,
    );
    return exitCodes.passed;
  },
};

function refuseOther(file: string, out: string): void {
  refuseTarget({ file, said: `--out ${out}`, kind: 'file of reference rows', parse: parseReference });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function readArguments(given: Given, cwd: string) {
  const [format, file, ...more] = given.positionals;
  if (format === undefined || file === undefined || more.length > 0)
    throw new CommandFailure('import takes a format and a file: bench import nccl-tests FILE');
  const importer = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!importer) throw unknown('format', format, Object.keys(formats));
  const path = resolve(cwd, file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new CommandFailure(`there is no file ${path}`);
  if (found.isDirectory()) throw new CommandFailure(`${path} is a folder: give one of its files`);
  return { importer, file, path };
}
