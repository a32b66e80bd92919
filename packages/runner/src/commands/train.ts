// `bench train`: trains the language model of packages/training on this machine, in a process of its own.
import { resolve } from 'node:path';
import type { Job, Machine, TrainEvent, TrainJob, Training } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { makeFolder } from '../files/files.ts';
import { readCommit } from '../files/git.ts';
import { greatestDifference } from '@kernel-ladder/schema';
import { readTrainingFile, trainingFiles, usualTrainingFile, writeTraining } from '../files/training.ts';
import type { TrainingFiles } from '../files/training.ts';
import { integerOf, numberOf, textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { adapterRequest, ask, findFamilies, togglesNote } from '../process/families.ts';
import { trainModel } from '../process/train.ts';
import { adapterOf, holdAdapter, withLocks } from '../run/locks.ts';
import type { Hold } from '../run/locks.ts';
import { readProfile } from '../run/plan.ts';
import {
  comparisonText,
  plannedText,
  progressText,
  trainedText,
  unlikeSettings,
} from '../text/train-text.ts';
import { trainFlags, wishesOf } from './train-flags.ts';

/** Trains, or compares what was trained. */
export const train: Command = {
  usage: 'bench train [--seconds S] | train compare OURS THEIRS…',
  summary:
    'trains the language model on this machine: progress, checkpoint, resume, profile; or compares results',
  flags: trainFlags,
  execute: (given, io) => {
    const [verb, ...files] = given.positionals;
    if (verb === 'compare') return Promise.resolve(compare(given, io, files));
    if (verb !== undefined)
      throw new CommandFailure(`bench train takes flags, or "compare" and files, not "${verb}"`);
    return withLocks(io, { wait: given.flags['wait'] === true }, (hold) => execute(given, io, hold));
  },
};

function compare(given: Given, io: Io, files: readonly string[]): ExitCode {
  if (files.length < 2) throw new CommandFailure('bench train compare takes two results or more');
  const trainings = files.map((file) => readTrainingFile(resolve(io.cwd, file)));
  const [ours, ...others] = trainings;
  const stray = others.find(({ text }) => text.sha256 !== ours?.text.sha256);
  if (stray) throw new CommandFailure(`${stray.by.name} was trained on another text, ${stray.text.name}`);
  if (given.flags['json'] !== true) io.out(comparisonText(trainings));
  else {
    const apart = others.map(({ by, losses, settings }) => ({
      by,
      ...greatestDifference(ours?.losses ?? [], losses),
      steps: Math.min(ours?.losses.length ?? 0, losses.length),
      unlike: unlikeSettings(ours?.settings, settings),
    }));
    io.out(`${JSON.stringify(apart, null, 2)}\n`);
  }
  return exitCodes.passed;
}

async function execute(given: Given, io: Io, hold: Hold): Promise<ExitCode> {
  const { sha, dirty } = readCommit(io.root);
  const out = textOf(given, 'out');
  const result = out === undefined ? usualTrainingFile(io.root, new Date(), sha) : resolve(io.cwd, out);
  const files = trainingFiles(result);
  const wanted = trainJobOf(given, io, { files, commit: dirty ? `${sha} and edits` : sha });
  const timeoutMs = 1000 * (numberOf(given, 'timeout', 1) ?? 300);
  const job = await jobOn(given, io, hold);
  makeFolder(resolve(result, '..'));
  const heard: { training: Training | null } = { training: null };
  const progress = progressOf(given, io);
  await trainModel(io, {
    job: { ...job, train: wanted },
    timeoutMs,
    onEvent: (event) => {
      progress(event);
      if (event.type === 'trained') heard.training = event.training;
    },
  });
  if (!heard.training) throw new CommandFailure('the training said nothing of its result', exitCodes.failed);
  writeTraining(files.result, heard.training);
  tell(given, io, { training: heard.training, files });
  return exitCodes.passed;
}

interface Places {
  readonly files: TrainingFiles;
  readonly commit: string;
}

function trainJobOf(given: Given, io: Io, { files, commit }: Places): TrainJob {
  const path = (name: string) => {
    const text = textOf(given, name);
    return text === undefined ? undefined : resolve(io.cwd, text);
  };
  const [resume, reference, prompt] = [path('resume'), path('reference'), textOf(given, 'generate')];
  if (prompt === '') throw new CommandFailure('--generate takes a text of at least one character');
  const seconds = numberOf(given, 'seconds', 0);
  const every = integerOf(given, 'checkpoint-every', { least: 1 });
  const bytes = integerOf(given, 'bytes', { least: 1, most: 100_000 }) ?? 200;
  return {
    wishes: wishesOf(given),
    commit,
    checkpoint: files.checkpoint,
    ...(seconds === undefined ? {} : { budgetMs: 1000 * seconds }),
    ...(every === undefined ? {} : { checkpointEvery: every }),
    ...(resume === undefined ? {} : { resume }),
    ...(reference === undefined ? {} : { reference }),
    ...(prompt === undefined ? {} : { generate: { prompt, bytes } }),
    ...(given.flags['profile'] === true ? { trace: files.trace } : {}),
  };
}

// The machine with its roofs, which a family's process tells; and nobody else measures on it.
async function jobOn(given: Given, io: Io, hold: Hold): Promise<Job & { readonly machine: Machine }> {
  const job = { gpu: adapterRequest(given), seed: 1 };
  const [family] = findFamilies(io.root);
  if (!family) throw new CommandFailure('there is no family here whose process could tell of the machine');
  const { machine } = readProfile(await ask(io, family.entry, { args: ['profile'], job }));
  io.err(togglesNote(job.gpu, machine.key));
  await holdAdapter(hold, adapterOf(machine));
  return { ...job, machine };
}

function progressOf(given: Given, io: Io): (event: TrainEvent) => void {
  if (given.flags['quiet'] === true) return () => {};
  const about = { tokens: 0, steps: 0 };
  return (event) => {
    if (event.type === 'planned') {
      const { model, batch, accumulate, schedule } = event.settings;
      Object.assign(about, { tokens: batch * accumulate * model.context, steps: schedule.steps });
      io.err(plannedText(event));
    }
    if (event.type === 'saved')
      io.err(`${io.isTerminal ? '\n' : ''}step ${event.step} kept in ${event.file}\n`);
    if (event.type === 'exported') io.err(`for PyTorch: ${event.folder}\n`);
    if (event.type !== 'steps') return;
    const line = progressText(event, about.tokens, about.steps);
    if (io.isTerminal) io.redraw(line);
    else io.err(`${line}\n`);
  };
}

interface Done {
  readonly training: Training;
  readonly files: TrainingFiles;
}

function tell(given: Given, io: Io, { training, files }: Done): void {
  if (given.flags['json'] === true) io.out(`${JSON.stringify(training, null, 2)}\n`);
  else if (given.flags['quiet'] !== true) io.out(trainedText(training));
  if (given.flags['quiet'] === true) return;
  if (training.profile) io.err(`trace of a step, for ui.perfetto.dev: ${files.trace}\n`);
  io.err(`wrote ${files.result}\n`);
}
