// Results of trainings, and what lies beside them: a checkpoint, and the trace of a step.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTraining, readTraining } from '@kernel-ladder/schema';
import type { Training } from '@kernel-ladder/schema';
import { CommandFailure } from '../failure.ts';
import { writeWhole } from './files.ts';

/** Where a training's result, its checkpoint and its trace lie. */
export interface TrainingFiles {
  readonly result: string;
  readonly checkpoint: string;
  readonly trace: string;
}

/** The files of a result. */
export function trainingFiles(result: string): TrainingFiles {
  const base = result.replace(/\.json$/, '');
  return { result, checkpoint: `${base}.checkpoint`, trace: `${base}.trace.json.gz` };
}

/** Where the result of a training that begins at this moment is written unless somebody says where. */
export function usualTrainingFile(root: string, startedAt: Date, sha: string): string {
  const name = `${startedAt.toISOString().replaceAll(/[:.]/g, '-')}-${sha.slice(0, 8)}.json`;
  return join(root, 'results', 'train', name);
}

/** Writes a validated result. */
export function writeTraining(file: string, training: Training): void {
  writeWhole(file, `${JSON.stringify(parseTraining(file, training), null, 1)}\n`);
}

/** Reads a result; throws InvalidDocument with the pointer, or says that there is no such file. */
export function readTrainingFile(file: string): Training {
  if (!existsSync(file)) throw new CommandFailure(`there is no training result ${file}`);
  return readTraining(file, readFileSync(file, 'utf8'));
}
