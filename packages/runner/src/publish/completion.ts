// What a checkout proves: its curriculum with all the evidence that lies in it.
import { join } from 'node:path';
import { completion } from '@kernel-ladder/curriculum';
import type { Completion, Curriculum } from '@kernel-ladder/curriculum';
import {
  readArtefacts,
  readCurriculum,
  readProgress,
  readTestEvidence,
} from '@kernel-ladder/curriculum/node';
import { dedupe, orderRuns } from '@kernel-ladder/publish';
import type { SourcedRun } from '@kernel-ladder/publish';
import { jsonFiles, readRuns } from '../files/files.ts';
import { ancestry } from '../files/git.ts';
import { historyFiles } from '../files/history.ts';

/** A curriculum and its states. */
export interface Completed {
  readonly curriculum: Curriculum;
  readonly done: Completion;
}

/** What a checkout proves; a malformed run is left out and stands among the faults. */
export interface CheckoutCompletion extends Completed {
  readonly faults: readonly string[];
}

/** Where to look other than in the checkout itself. */
export interface CompletionSources {
  /** The history's folder; dashboard/history where it is not given. */
  readonly history?: string;
  /** Whether the run files in results/ count as well. */
  readonly local: boolean;
}

/**
 * Reads the curriculum, the user's own files, recorded runs, write-ups and outcomes of tests, and computes completion
 * over the commits in the order of their ancestry. Throws InvalidDocument for a malformed file that is no run.
 */
export function readCompletion(
  root: string,
  { history = join(root, 'dashboard', 'history'), local }: CompletionSources,
): CheckoutCompletion {
  const recorded = readRuns(historyFiles(history));
  const own = readRuns(local ? jsonFiles(join(root, 'results')) : []);
  const sourced = dedupe([
    ...recorded.runs.map((run) => ({ run, local: false })),
    ...own.runs.map((run) => ({ run, local: true })),
  ]);
  const completed = completeBy(root, orderRuns(sourced, ancestry(root)));
  return { ...completed, faults: [...recorded.faults, ...own.faults] };
}

/**
 * Computes completion from runs in commit order and from the curriculum, write-ups, outcomes of tests and ticks of a
 * checkout. Throws InvalidDocument for a malformed file.
 */
export function completeBy(root: string, runs: readonly SourcedRun[]): Completed {
  const curriculum = readCurriculum(root);
  const evidence = {
    runs: runs.map(({ run }) => run),
    tests: readTestEvidence(root),
    artefacts: readArtefacts(root),
  };
  return { curriculum, done: completion(curriculum, evidence, readProgress(root, curriculum)) };
}
