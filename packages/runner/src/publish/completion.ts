// What a checkout proves: its curriculum with all the evidence that lies in it.
import { join, relative } from 'node:path';
import { completion } from '@kernel-ladder/curriculum';
import type { Artefact, Completion, Curriculum, Progress, TestEvidence } from '@kernel-ladder/curriculum';
import {
  evidenceFiles,
  readArtefacts,
  readCurriculum,
  readProgress,
  readTestEvidence,
} from '@kernel-ladder/curriculum/node';
import { seriesRuns, orderRuns } from '@kernel-ladder/publish';
import type { SourcedRun } from '@kernel-ladder/publish';
import { InvalidDocument } from '@kernel-ladder/schema';
import { readBytes } from '@kernel-ladder/schema/node';
import { readSourcedRuns } from '../files/history.ts';
import { ancestry } from '../files/git.ts';
import { contentHash } from './cache.ts';

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
  const evidence = readEvidence(root);
  const done = completeBy(evidence, orderRuns(seriesRuns(runs), ancestry(root)));
  return { curriculum: evidence.curriculum, done, faults: [...faults, ...evidence.faults] };
}

/** What completion is made of beside runs. */
export interface CheckoutEvidence {
  readonly curriculum: Curriculum;
  readonly tests: readonly TestEvidence[];
  readonly artefacts: readonly Artefact[];
  readonly progress: Progress;
  readonly faults: readonly string[];
}

/** Reads the curriculum, write-ups, outcomes of tests and ticks of a checkout. Throws InvalidDocument for a malformed file. */
export function readEvidence(root: string): CheckoutEvidence {
  const curriculum = readCurriculum(root);
  const { values: tests, faults } = readTestEvidence(root);
  return {
    curriculum,
    tests,
    artefacts: readArtefacts(root),
    progress: readProgress(root, curriculum),
    faults,
  };
}

/** The evidence of a checkout, and a hash that tells it from any other. */
export interface KnownEvidence {
  readonly evidence: CheckoutEvidence;
  readonly hash: string;
}

/** Reads the evidence of a checkout when it is first asked for, and never again: it has thousands of outcomes of tests. */
export function openEvidence(root: string): () => KnownEvidence {
  let known: KnownEvidence | null = null;
  return () => (known ??= readKnown(root));
}

// By the bytes of its files, which take longer to write as text again than to read. The project's items are those of the code.
function readKnown(root: string): KnownEvidence {
  for (;;) {
    const before = hashOfFiles(root);
    const evidence = readEvidence(root);
    const { curriculum } = evidence;
    const hash = contentHash(JSON.stringify([[...curriculum.items.values()], curriculum.tracks, before]));
    // Of what was read, and of nothing that somebody wrote meanwhile.
    if (hashOfFiles(root) === before) return { evidence, hash };
  }
}

function hashOfFiles(root: string): string {
  return contentHash(
    JSON.stringify(evidenceFiles(root).map((file) => [relative(root, file), hashOfFile(file)])),
  );
}

// What cannot be read is evidence of nothing, and stands among the faults.
function hashOfFile(file: string): string | null {
  try {
    return contentHash(readBytes(file));
  } catch (error) {
    if (error instanceof InvalidDocument) return null;
    throw error;
  }
}

/**
 * Computes completion from runs in commit order and from what a checkout has beside them; `looks` are the commits to look at,
 * where the runs are only those that these need.
 */
export function completeBy(
  { curriculum, tests, artefacts, progress }: CheckoutEvidence,
  runs: readonly SourcedRun[],
  looks?: ReadonlySet<string>,
): Completion {
  const evidence = { runs: runs.map(({ run }) => run), tests, artefacts, ...(looks ? { looks } : {}) };
  return completion(curriculum, evidence, progress);
}
