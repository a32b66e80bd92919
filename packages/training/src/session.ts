// A training from a job to its result: what it was told to begin with, the steps, and what is left behind.
import { GpuFault, liveBuffers } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Machine, Roofs, TrainEvent, Training, TrainingSettings, TrainJob } from '@kernel-ladder/schema';
import { readCheckpoint, refuseOthers, writeCheckpoint } from './checkpoint.ts';
import { batchesOf } from './data.ts';
import type { Corpus } from './data.ts';
import type { Vectors } from './engine/engine.ts';
import { gpuEngine, refuseOverCap } from './engine/gpu.ts';
import type { GpuEngine } from './engine/gpu.ts';
import { planTraining } from './engine/plan.ts';
import type { TrainingPlan } from './engine/plan.ts';
import { generate } from './generate/generate.ts';
import { cachedPredictor } from './generate/predict.ts';
import { parameterCount } from './model/config.ts';
import { firstVector, packingOf } from './model/pack.ts';
import { optimisers } from './optimisers.ts';
import { profileStep } from './profile.ts';
import type { Profiled } from './profile.ts';
import { heldOutDraws, writeReference } from './reference.ts';
import { resultOf } from './result.ts';
import { firstScale, unscaled } from './scaling.ts';
import { settingsOf, specOf } from './settings.ts';
import { NotFinite, refuseStrays, train } from './train.ts';
import type { Progress, Trained } from './train.ts';

/** What a session is about. */
export interface SessionRequest {
  readonly gpu: Gpu;
  readonly job: TrainJob;
  readonly corpus: Corpus;
  /** Whose roofs and key stand in the result. */
  readonly machine?: Pick<Machine, 'key' | 'roofs'> | undefined;
  readonly tell: (event: TrainEvent) => void;
}

/** What a session gives. */
export interface Session {
  readonly training: Training;
  /** Of one step, where a profile was asked for. */
  readonly profiled: Profiled | null;
}

/**
 * Trains on a device. Throws a RangeError for settings that do not fit or a checkpoint of others, a CompileError where the device lacks
 * something, a GpuFault `out-of-memory` before anything is made, and NotFinite.
 */
export async function runSession(request: SessionRequest): Promise<Session> {
  const { gpu, job, corpus } = request;
  const startedAt = new Date().toISOString();
  const begun = begin(request);
  const start = performance.now();
  const plan = planTraining(specOf(begun.settings), gpu.facts);
  announce(request, begun, plan);
  refuseOverCap(gpu, plan);
  // The host takes no memory before the device has enough.
  const first = begun.vectors ?? firstOf(begun.settings);
  if (job.reference !== undefined) {
    const { parameters } = first;
    if (begun.progress.step > 0)
      throw new RangeError(
        'a reference is written of a training from its first step, not of one that goes on',
      );
    writeReference(job.reference, begun.settings, { corpus, parameters });
    request.tell({ type: 'exported', folder: job.reference });
  }
  const engine = await gpuEngine(gpu, { spec: specOf(begun.settings), plan, first });
  try {
    const startMs = performance.now() - start - plan.compileMs;
    const { trained, heldOut } = await runSteps(request, begun, engine);
    // Before the profile, which keeps time stamps.
    const peakBytes = liveBuffers(gpu).bytes;
    const roofs: Roofs | null = request.machine?.roofs ?? null;
    const profiled = job.trace === undefined ? null : await profileStep(gpu, engine, roofs);
    const sample = job.generate && (await sampleOf(request, begun.settings, engine));
    const took = { startedAt, startMs, peakBytes, plan };
    const { machine } = request;
    const about = { ...begun, ...took, gpu, corpus, machine, commit: job.commit };
    const training = resultOf(about, { trained, heldOut, profile: profiled?.profile, sample });
    return { training, profiled };
  } finally {
    engine.free();
  }
}

interface Begun {
  readonly settings: TrainingSettings;
  readonly progress: Progress;
  readonly losses: readonly number[];
  /** Those of a checkpoint; null of a training that begins. */
  readonly vectors: Vectors | null;
}

function begin({ gpu, job, corpus }: SessionRequest): Begun {
  if (job.resume !== undefined) {
    const found = readCheckpoint(job.resume);
    refuseOthers(job.resume, found, { wishes: job.wishes, text: corpus.sha256 });
    return found;
  }
  const settings = settingsOf(job.wishes, gpu.facts.software);
  return {
    settings,
    progress: { step: 0, updates: 0, scale: settings.precision === 'mixed' ? firstScale : unscaled },
    losses: [],
    vectors: null,
  };
}

function firstOf({ model, optimiser, seed }: TrainingSettings): Vectors {
  const packing = packingOf(model);
  const { moments } = optimisers[optimiser.name];
  return {
    parameters: firstVector(packing, seed),
    moments: Array.from({ length: moments }, () => new Float32Array(packing.length)),
  };
}

function announce({ tell }: SessionRequest, { settings, progress }: Begun, plan: TrainingPlan): void {
  const { bytes, arenaBytes, compileMs, programs } = plan;
  tell({
    type: 'planned',
    settings,
    parameters: parameterCount(settings.model),
    bytes,
    arenaBytes,
    kernels: Object.values(programs).reduce((sum, { kernels }) => sum + kernels.length, 0),
    compileMs,
    firstStep: progress.step,
  });
}

async function runSteps(
  { job, corpus, tell }: SessionRequest,
  { settings, progress, losses }: Begun,
  engine: GpuEngine,
): Promise<{ readonly trained: Trained; readonly heldOut: Training['heldOut'] }> {
  const seen = [...losses];
  const save = async (at: Progress) => {
    const vectors = await engine.read();
    refuseStrays(at, vectors);
    writeCheckpoint(job.checkpoint, { settings, text: corpus.sha256, progress: at, losses: seen, vectors });
    tell({ type: 'saved', step: at.step, file: job.checkpoint });
  };
  const trained = await train({
    engine,
    spec: specOf(settings),
    bytes: corpus.training,
    seed: settings.seed,
    schedule: settings.schedule,
    from: progress,
    budgetMs: job.budgetMs,
    checkpointEvery: job.checkpointEvery,
    onSteps: (report) => {
      seen.push(...report.losses);
      tell({ type: 'steps', ...report });
    },
    onCheckpoint: save,
  });
  const heldOut = await lossOnHeldOut(engine, settings, corpus);
  if (heldOut && !Number.isFinite(heldOut.loss))
    throw new NotFinite(
      trained.progress.step,
      `behind its update the loss on held-out text is ${heldOut.loss}`,
    );
  await save(trained.progress);
  return { trained, heldOut };
}

async function lossOnHeldOut(engine: GpuEngine, settings: TrainingSettings, { heldOut }: Corpus) {
  const { batch, accumulate, model } = settings;
  if (heldOut.length <= model.context) return null;
  for (let step = 0; step < heldOutDraws; step++) {
    const draw = { seed: 0, step, batch, accumulate, context: model.context };
    engine.gradients(batchesOf(heldOut, draw), 1);
  }
  const told = await engine.told();
  const loss = told.reduce((sum, each) => sum + each.loss / told.length, 0);
  return { loss, sequences: heldOutDraws * batch * accumulate };
}

// A little more of what is likely than the model says.
const temperature = 0.8;

async function sampleOf(
  { gpu, job }: SessionRequest,
  { model, seed }: TrainingSettings,
  engine: GpuEngine,
): Promise<Training['sample']> {
  if (!job.generate) return undefined;
  const { prompt, bytes } = job.generate;
  const { parameters } = await engine.read();
  const predictor = await cachedPredictor(gpu, { config: model, parameters });
  try {
    const start = performance.now();
    const wish = { prompt: Buffer.from(prompt), bytes, context: model.context, temperature, seed };
    const text = Buffer.from(await generate(predictor.predict, wish)).toString();
    return { prompt, text, tokensPerSecond: (1000 * bytes) / (performance.now() - start) };
  } finally {
    predictor.free();
  }
}

/** An error of a training as the fault of the process that it is. */
export function asFault(error: unknown): unknown {
  const isItsOwn = error instanceof Error && error.name === 'NotFinite';
  return isItsOwn ? new GpuFault('crashed', error.message) : error;
}
