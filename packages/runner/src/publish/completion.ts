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
import { seriesRuns, orderRuns } from '@kernel-ladder/publish';
import type { SourcedRun } from '@kernel-ladder/publish';
import { readSourcedRuns } from '../files/history.ts';
import { ancestry } from '../files/git.ts';

/** A curriculum and its states. */
export interface Completed {
  readonly curriculum: Curriculum;
  readonly done: Completion;
}

/** What a checkout proves; a malformed file of the history is left out and stands among the faults. */
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
  const { runs, faults } = readSourcedRuns({ history, results: local ? join(root, 'results') : null });
  const completed = completeBy(root, orderRuns(seriesRuns(runs), ancestry(root)));
  return { ...completed, faults: [...faults, ...completed.faults] };
}

/**
 * Computes completion from runs in commit order and from the curriculum, write-ups, outcomes of tests and ticks of a
 * checkout. Throws InvalidDocument for a malformed file.
 */
export function completeBy(root: string, runs: readonly SourcedRun[]): CheckoutCompletion {
  const curriculum = readCurriculum(root);
  const tests = readTestEvidence(root);
  const evidence = {
    runs: runs.map(({ run }) => run),
    tests: tests.values,
    artefacts: readArtefacts(root),
  };
  const done = completion(curriculum, evidence, readProgress(root, curriculum));
  return { curriculum, done, faults: tests.faults };
}
