// `bench report`: the write-ups under docs/reports, made again from the recorded history.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArtefacts, readHistory, readTestEvidence } from '@kernel-ladder/curriculum/node';
import { speedOf, testSpeeds } from '@kernel-ladder/publish';
import { allReports, mutantSection, readmeSection, withSection } from '@kernel-ladder/reports';
import type { Report } from '@kernel-ladder/reports';
import { parseMutantScores, readJson } from '@kernel-ladder/schema';
import type { MutantScores, Run, SiteSpeed, Training } from '@kernel-ladder/schema';
import { jsonFiles, readText } from '@kernel-ladder/schema/node';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { writeWhole } from '../files/files.ts';
import { readTrainingFile } from '../files/training.ts';
import { readTables, tableFiles } from '../publish/tables.ts';
import { columnsText } from '../text/format.ts';
import type { Io } from '../io.ts';

/** Writes the write-ups, or says which are stale. */
export const report: Command = {
  usage: 'bench report [--check]',
  summary:
    'rebuilds the write-ups under docs/reports, the table in README.md, and the mutation scores of the harness, from what is recorded',
  flags: { check: { help: 'write nothing; exit 1 and name the write-ups that are stale' } },
  execute: async (given, io) => {
    const [stray] = given.positionals;
    if (stray !== undefined) throw new CommandFailure(`report takes no "${stray}": it writes all write-ups`);
    const { runs, faults: strays } = readHistory(io.root);
    const tests = readTestEvidence(io.root);
    const tables = readTables(tableFiles({ root: io.root }));
    const landscapes = readTables(tableFiles({ root: io.root, tables: join(io.root, ...landscapesFolder) }));
    const faults = [...strays, ...tests.faults, ...tables.faults, ...landscapes.faults];
    for (const fault of faults) io.err(`left out: ${fault}\n`);
    const reports = allReports(runs, {
      speed: speedsOf(runs),
      tests: testSpeeds(tests.values),
      tables: tables.values,
      landscapes: landscapes.values,
      trainings: readTrainings(io.root),
    });
    const changes = [
      ...findChanges(io.root, reports),
      ...sectionChange(io.root, 'README.md', readmeSection(runs)),
      ...sectionChange(io.root, 'packages/harness/README.md', mutantSection(readScores(io.root))),
    ];
    if (given.flags['check'] === true) return check(io, reports, changes);
    for (const { path, text } of changes) {
      if (text === null) rmSync(join(io.root, path));
      else writeWhole(join(io.root, path), text);
    }
    io.err(overview(reports));
    for (const change of changes) io.err(`${describe(change)}\n`);
    return faults.length > 0 ? exitCodes.usage : exitCodes.passed;
  },
};

// Searches that looked at everybody alike, kept to try others on.
const landscapesFolder = ['packages', 'autotune', 'landscapes'] as const;

// In the order that write-ups know: every checkout agrees on it.
function speedsOf(runs: readonly Run[]): readonly SiteSpeed[] {
  const sourced = runs.map((run) => ({ run, local: false }));
  const keys = new Set(runs.map(({ machine }) => machine.key));
  return [...keys].map((key) => speedOf(key, sourced));
}

// What `bench train` and PyTorch measured on one device, and somebody kept.
function readTrainings(root: string): readonly Training[] {
  return jsonFiles(join(root, 'packages', 'training', 'recorded')).map(readTrainingFile);
}

interface Change {
  readonly path: string;
  /** Null where a write-up is there that nothing generates. */
  readonly text: string | null;
  readonly isThere: boolean;
}

function findChanges(root: string, reports: readonly Report[]): readonly Change[] {
  const written = reports.flatMap(({ path, text }): readonly Change[] => {
    const file = join(root, path);
    const isThere = existsSync(file);
    return isThere && readFileSync(file, 'utf8') === text ? [] : [{ path, text, isThere }];
  });
  const paths = new Set(reports.map(({ path }) => path));
  // Only what carries the line of origin: a page that somebody wrote stays.
  const left = readArtefacts(root).filter(({ path }) => !paths.has(path));
  return [...written, ...left.map(({ path }) => ({ path, text: null, isThere: true }))];
}

// What `bench mutants` measured and somebody kept.
function readScores(root: string): readonly MutantScores[] {
  return jsonFiles(join(root, 'packages', 'harness', 'mutants')).map((file) =>
    parseMutantScores(file, readJson(file, readText(file))),
  );
}

// The table between the markers; a README without them has no such table.
function sectionChange(root: string, path: string, section: string): readonly Change[] {
  const file = join(root, path);
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = withSection(page, section);
  return text === null || sameText(text, page) ? [] : [{ path, text, isThere: true }];
}

// The formatter pads the columns of a table.
function sameText(a: string, b: string): boolean {
  return unpadded(a) === unpadded(b);
}

function unpadded(text: string): string {
  return text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
}

function check(io: Io, reports: readonly Report[], changes: readonly Change[]) {
  if (changes.length === 0) {
    io.err(`all ${reports.length} write-ups are what the history says\n`);
    return exitCodes.passed;
  }
  for (const { path, text, isThere } of changes) {
    const fault = text === null ? 'nothing generates it' : isThere ? 'stale' : 'not there';
    io.err(`${path}: ${fault}\n`);
  }
  io.err('→ pnpm reports\n');
  return exitCodes.failed;
}

function overview(reports: readonly Report[]): string {
  const rows = reports.map(({ path, rows: count, missing }) => [
    path,
    `${count} rows`,
    missing.length === 0 ? '' : `${missing.length} missing`,
  ]);
  return columnsText(['write-up', 'rows', 'missing'], rows);
}

function describe({ path, text, isThere }: Change): string {
  if (text === null) return `removed ${path}: nothing generates it`;
  return `${isThere ? 'rewrote' : 'wrote'} ${path}`;
}
