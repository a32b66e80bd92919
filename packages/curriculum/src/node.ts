// The files that completion is computed from, read from a checkout.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byDate, InvalidDocument, listedOnly, readJson } from '@kernel-ladder/schema';
import {
  gather,
  historyFiles,
  jsonFiles,
  readRuns,
  readText,
  reservedFolders,
} from '@kernel-ladder/schema/node';
import type { Gathered, ReadRuns } from '@kernel-ladder/schema/node';
import { readArtefact } from './artefact.ts';
import type { Artefact } from './artefact.ts';
import { loadCurriculum } from './project.ts';
import type { Curriculum, NamedFile } from './curriculum.ts';
import { parseItems, parseProgress, parseTestEvidence } from './parse.ts';
import { checkProgress } from './progress.ts';
import type { Evidence } from './snapshot.ts';
import { noProgress } from './states.ts';
import type { Progress, TestEvidence } from './types.generated.ts';

/** Where a learner's own files lie, from the root of the repository. */
const progressFile = 'packages/curriculum/own/progress.json';
/** A user's own items, tracks and thresholds. */
const ownFile = 'packages/curriculum/own/own.json';
/** Where generated write-ups lie. */
const reportFolder = 'docs/reports';
/** Where the recorded runs lie, a folder a machine. */
const historyFolder = 'dashboard/history';
/** Where the outcomes of tests lie, a file a commit. */
export const testFolder = `${historyFolder}/${reservedFolders.tests}`;

/** The project's curriculum with the user's own file, where there is one. Throws InvalidDocument. */
export function readCurriculum(root: string): Curriculum {
  return loadCurriculum(readOwn(root));
}

function readOwn(root: string): readonly NamedFile[] {
  const value = readOptional(root, ownFile);
  return value === null ? [] : [{ file: ownFile, content: parseItems(ownFile, value) }];
}

/** The learner's ticks; none where there is no file. Throws InvalidDocument. */
export function readProgress(root: string, curriculum: Curriculum): Progress {
  const value = readOptional(root, progressFile);
  if (value === null) return noProgress;
  return checkProgress(progressFile, parseProgress(progressFile, value), curriculum);
}

/** The write-ups under docs/reports that bench report generated. */
export function readArtefacts(root: string): readonly Artefact[] {
  return reportPaths(root).flatMap(
    (path) => readArtefact(path, readFileSync(join(root, path), 'utf8')) ?? [],
  );
}

function reportPaths(root: string): readonly string[] {
  return globSync(`${reportFolder}/**/*.md`, { cwd: root }).toSorted();
}

/** The files of a checkout that evidence beside runs is read from, and the curriculum as far as it is the user's own. */
export function evidenceFiles(root: string): readonly string[] {
  const own = [progressFile, ownFile].map((file) => join(root, file)).filter((file) => existsSync(file));
  const reports = reportPaths(root).map((path) => join(root, path));
  return [...own, ...reports, ...jsonFiles(join(root, testFolder))];
}

/** What test runs wrote for their commits, by date; a file that is none is named. */
export function readTestEvidence(root: string): Gathered<TestEvidence> {
  const { values, faults } = gather(jsonFiles(join(root, testFolder)), (file) =>
    parseTestEvidence(file, readJson(file, readText(file))),
  );
  return { values: values.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date)), faults };
}

/** Everything that a commit records: runs, write-ups, outcomes of tests. Throws InvalidDocument with the first fault. */
export function readRecorded(root: string): Evidence {
  const [{ runs, faults }, tests] = [readHistory(root), readTestEvidence(root)];
  const [fault] = [...faults, ...tests.faults];
  if (fault !== undefined) throw new InvalidDocument(fault);
  return { runs, tests: tests.values, artefacts: readArtefacts(root) };
}

/**
 * The recorded runs under dashboard/history, by commit date and start, which every checkout agrees on: a shallow one
 * does not know the ancestry. Cases that their family does not list are left out.
 */
export function readHistory(root: string): ReadRuns {
  const { runs, faults } = readRuns(historyFiles(join(root, historyFolder)));
  return { runs: runs.map(listedOnly).toSorted(byDate), faults };
}

function readOptional(root: string, path: string): unknown {
  const full = join(root, path);
  return existsSync(full) ? readJson(path, readFileSync(full, 'utf8')) : null;
}
