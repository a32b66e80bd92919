// The files that completion is computed from, read from a checkout.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listedOnly, parseRun, readJson } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
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
/** Where the outcomes of tests lie, a file a commit. */
export const testFolder = 'dashboard/history/tests';

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
  return globSync(`${reportFolder}/**/*.md`, { cwd: root })
    .toSorted()
    .flatMap((path) => readArtefact(path, readFileSync(join(root, path), 'utf8')) ?? []);
}

/** What test runs wrote for their commits, by date. Throws InvalidDocument. */
export function readTestEvidence(root: string): readonly TestEvidence[] {
  return globSync(`${testFolder}/*.json`, { cwd: root })
    .map((path) => parseTestEvidence(path, readJson(path, readFileSync(join(root, path), 'utf8'))))
    .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
}

/** Everything that a commit records: runs, write-ups, outcomes of tests. Throws InvalidDocument. */
export function readRecorded(root: string): Evidence {
  return { runs: readHistory(root), tests: readTestEvidence(root), artefacts: readArtefacts(root) };
}

/**
 * The recorded runs under dashboard/history, by commit date and start, which every checkout agrees on: a shallow one
 * does not know the ancestry. Cases that their family does not list are left out. Throws InvalidDocument.
 */
export function readHistory(root: string): readonly Run[] {
  // A machine's A/A files lie among its runs, outcomes of tests and texts of kernels beside the machines.
  return globSync('dashboard/history/!(tests|kernels)/!(aa-*).json', { cwd: root })
    .map((path) => listedOnly(parseRun(path, readJson(path, readFileSync(join(root, path), 'utf8')))))
    .toSorted(
      (a, b) =>
        Date.parse(a.run.commit.date) - Date.parse(b.run.commit.date) ||
        Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt),
    );
}

function readOptional(root: string, path: string): unknown {
  const full = join(root, path);
  return existsSync(full) ? readJson(path, readFileSync(full, 'utf8')) : null;
}
