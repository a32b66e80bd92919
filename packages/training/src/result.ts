// A training as its result has it: what it was, how the loss fell, and what it took.
import type { Gpu } from '@kernel-ladder/gpu';
import type { Machine, Training, TrainingSettings } from '@kernel-ladder/schema';
import type { Corpus } from './data.ts';
import type { TrainingPlan } from './engine/plan.ts';
import { parameterCount } from './model/config.ts';
import { textOf } from './reference.ts';
import type { Progress, StepsReport, Trained } from './train.ts';

/** What a training was about, and what it took of its device. */
export interface About {
  readonly gpu: Gpu;
  readonly machine: Pick<Machine, 'key'> | undefined;
  readonly commit: string;
  readonly corpus: Corpus;
  readonly settings: TrainingSettings;
  /** Where it began, and the losses up to there. */
  readonly progress: Progress;
  readonly losses: readonly number[];
  readonly plan: TrainingPlan;
  readonly startedAt: string;
  readonly startMs: number;
  readonly peakBytes: number;
}

/** What came out. */
export interface Outcome {
  readonly trained: Trained;
  readonly heldOut: Training['heldOut'];
  readonly profile: Training['profile'] | undefined;
  readonly sample: Training['sample'] | undefined;
}

/** The result of a training. */
export function resultOf(about: About, { trained, heldOut, profile, sample }: Outcome): Training {
  const { gpu, machine, settings, progress, plan } = about;
  const stepMs = stepTimes(trained.reports);
  const tokens = settings.batch * settings.accumulate * settings.model.context;
  return {
    schemaVersion: 1,
    by: { name: 'kernel-ladder', version: about.commit, mode: 'webgpu' },
    startedAt: about.startedAt,
    machine: { key: machine?.key ?? null, name: gpu.adapter.name, software: gpu.facts.software },
    text: textOf(about.corpus),
    settings,
    parameters: parameterCount(settings.model),
    resumedAt: progress.step === 0 ? null : progress.step,
    losses: [...about.losses, ...trained.losses],
    skipped: trained.skipped,
    heldOut,
    stepMs,
    tokensPerSecond: stepMs.median > 0 ? (1000 * tokens) / stepMs.median : 0,
    compileMs: plan.compileMs,
    startMs: about.startMs,
    memory: {
      plannedBytes: plan.bytes,
      peakBytes: about.peakBytes,
      arenaBytes: plan.arenaBytes,
      parameterBytes: 4 * plan.packing.length,
    },
    ...(profile ? { profile } : {}),
    ...(sample ? { sample } : {}),
  };
}

// The first stretch has what a device does once.
function stepTimes(reports: readonly StepsReport[]): Training['stepMs'] {
  const rest = reports.length > 1 ? reports.slice(1) : reports;
  const times = rest.map(({ ms, losses }) => ms / losses.length).toSorted((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)] ?? 0, least: times[0] ?? 0, most: times.at(-1) ?? 0 };
}
