// The tuning tables that a site shows: those of its machines, whole, with the landscape of each search.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dataName } from '@kernel-ladder/publish';
import type { DataFile, MachineEntries } from '@kernel-ladder/publish';
import { readTuningTable } from '@kernel-ladder/schema';
import type { TuningTable } from '@kernel-ladder/schema';
import { gather, readText } from '@kernel-ladder/schema/node';
import type { Gathered } from '@kernel-ladder/schema/node';
import { familyFolders } from '../files/family-folders.ts';
import type { SiteSources } from './sources.ts';

/** A table on disk, and whose it is. */
export interface TableFile {
  readonly file: string;
  readonly machine: string;
  readonly family: string;
}

/** The tables of a checkout, beside the kernels of its families, or those under a folder that `bench tune --tables` filled. */
export function tableFiles({ root, tables }: Pick<SiteSources, 'root' | 'tables'>): readonly TableFile[] {
  const folders = tables
    ? globSync('*/', { cwd: tables }).map((name) => ({ family: basename(name), folder: join(tables, name) }))
    : familyFolders(root).map(({ name, folder }) => ({ family: name, folder: join(root, folder, 'tuning') }));
  return folders.flatMap(({ family, folder }) =>
    globSync('*.json', { cwd: folder })
      .toSorted()
      .map((name) => ({ file: join(folder, name), machine: basename(name, '.json'), family })),
  );
}

/** Reads tables; one that is malformed, or not whose its name says, is left out and named. */
export function readTables(tables: readonly TableFile[]): Gathered<TuningTable> {
  const owners = new Map(tables.map(({ file, machine, family }) => [file, { machine, family }]));
  return gather([...owners.keys()], (file) =>
    readTuningTable(file, readText(file), owners.get(file) ?? { machine: '', family: '' }),
  );
}

/** Tables as files of the site. */
export interface TuningFiles {
  readonly files: readonly DataFile<TuningTable>[];
  /** By machine, the families that have one. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  /** What cannot be read. */
  readonly faults: readonly string[];
}

/** The tables of some machines. */
export function tuningFiles(
  sources: Pick<SiteSources, 'root' | 'tables'>,
  machines: readonly Pick<MachineEntries, 'key'>[],
): TuningFiles {
  const keys = new Set(machines.map(({ key }) => key));
  const { values, faults } = readTables(tableFiles(sources).filter(({ machine }) => keys.has(machine)));
  const families = [...Map.groupBy(values, ({ machine }) => machine)].map(
    ([key, own]) => [key, own.map(({ family }) => family)] as const,
  );
  const files = values.map((content) => ({
    name: dataName.tuning(content.machine, content.family),
    content,
  }));
  return { files, families: new Map(families), faults };
}
