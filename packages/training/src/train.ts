// The loop: batches in a seeded order, gradients, update, and what the steps said, on any engine. Nothing is decided by a clock but
// when to ask, so that the same request gives the same bits wherever the engine's kernels do.
import type { Engine, Told, Vectors } from './engine/engine.ts';
import { batchesOf } from './data.ts';
import type { StepSpec } from './graphs.ts';
import { nextScale } from './scaling.ts';
import type { LossScale } from './scaling.ts';
import { rateAt } from './schedule.ts';
import type { Schedule } from './schedule.ts';

/** Where a training is. */
export interface Progress {
  /** Steps done. */
  readonly step: number;
  /** Updates done: steps less those that were left out. */
  readonly updates: number;
  readonly scale: LossScale;
}

/** What to do. */
export interface TrainRequest {
  readonly engine: Engine;
  readonly spec: StepSpec;
  readonly bytes: Uint8Array;
  readonly seed: number;
  readonly schedule: Schedule;
  readonly from: Progress;
  /** No step begins so many ms after the start. */
  readonly budgetMs?: number | undefined;
  /** Steps between two calls of `onCheckpoint`; never when left out. */
  readonly checkpointEvery?: number | undefined;
  readonly onSteps?: (report: StepsReport) => void;
  readonly onCheckpoint?: (progress: Progress) => Promise<void>;
}

/** What steps said that were asked together. */
export interface StepsReport {
  /** The first of them. */
  readonly step: number;
  readonly losses: readonly number[];
  /** The gradients' length in the last of them, without scale. */
  readonly norm: number;
  readonly scale: number;
  /** From the question before to this one's answer. */
  readonly ms: number;
}

/** What came out. */
export interface Trained {
  readonly progress: Progress;
  /** Of each step from the first of this call. */
  readonly losses: readonly number[];
  readonly reports: readonly StepsReport[];
  /** Steps that were left out, because gradients were not finite. */
  readonly skipped: number;
}

/** A loss, gradients or parameters that are no numbers: the message names the step. */
export class NotFinite extends Error {
  override readonly name = 'NotFinite';
  /** Counted from 1, as progress is. */
  readonly step: number;

  constructor(step: number, what: string) {
    super(
      `step ${step}: ${what}; take a smaller learning rate, or clip gradients, and go on from a checkpoint`,
    );
    this.step = step;
  }
}

function strayIn({ loss, norm }: Told): string {
  return Number.isFinite(loss) ? `the gradients have the length ${norm}` : `the loss is ${loss}`;
}

/** Throws NotFinite where parameters or moments behind a step's update are no numbers: no checkpoint to go on from. */
export function refuseStrays({ step }: Progress, { parameters, moments }: Vectors): void {
  if (![parameters, ...moments].every((vector) => vector.every(Number.isFinite)))
    throw new NotFinite(step, 'the parameters are no numbers behind its update');
}

// So often somebody is told, as long as the engine can wait that long.
const reportMs = 250;
const leastScale = 2 ** -10;

/** Trains. Throws NotFinite at the first step that is none, in mixed precision where no scale helps. */
export async function train(request: TrainRequest): Promise<Trained> {
  const { engine, schedule } = request;
  const start = performance.now();
  const run: Run = {
    ...request.from,
    losses: [],
    reports: [],
    norm: 0,
    skipped: 0,
    pending: 0,
    asked: start,
    every: 1,
  };
  while (run.step < schedule.steps && !isLate(request, start, run)) {
    await takeStep(request, run);
    const isSaved = request.checkpointEvery !== undefined && run.step % request.checkpointEvery === 0;
    const isFull = run.pending >= Math.min(run.every, engine.mostUntold);
    if (isFull || isSaved || run.step === schedule.steps) await ask(request, run);
    if (isSaved) await request.onCheckpoint?.(progressOf(run));
  }
  await ask(request, run);
  return { progress: progressOf(run), losses: run.losses, reports: run.reports, skipped: run.skipped };
}

interface Run {
  step: number;
  updates: number;
  scale: LossScale;
  readonly losses: number[];
  readonly reports: StepsReport[];
  /** Of the last gradients, without scale. */
  norm: number;
  skipped: number;
  /** Steps that nobody has asked about. */
  pending: number;
  /** When somebody asked last. */
  asked: number;
  /** Steps from question to question. */
  every: number;
}

function isLate({ budgetMs, from }: TrainRequest, start: number, { step }: Run): boolean {
  return budgetMs !== undefined && step > from.step && performance.now() - start > budgetMs;
}

function progressOf({ step, updates, scale }: Run): Progress {
  return { step, updates, scale };
}

async function takeStep({ engine, spec, bytes, seed, schedule }: TrainRequest, run: Run): Promise<void> {
  const { batch, accumulate, model, products, optimiser } = spec;
  const { scale } = run.scale;
  engine.gradients(
    batchesOf(bytes, { seed, step: run.step, batch, accumulate, context: model.context }),
    scale,
  );
  run.pending++;
  const isUpdated = products === 'f32' || (await isScaledWell(engine, run));
  if (isUpdated) {
    run.updates++;
    engine.update({
      rate: rateAt(schedule, run.step),
      factor: 1 / (scale * accumulate),
      correction1: 1 - optimiser.beta1 ** run.updates,
      correction2: 1 - optimiser.beta2 ** run.updates,
    });
  } else run.skipped++;
  run.step++;
}

// Whether the gradients are numbers: in mixed precision the host has to know before anything follows them.
async function isScaledWell(engine: Engine, run: Run): Promise<boolean> {
  const [told] = await engine.told();
  if (!told) throw new Error('the engine said nothing of its step');
  const isFinite = Number.isFinite(told.norm);
  if (!Number.isFinite(told.loss) || (!isFinite && run.scale.scale < leastScale))
    throw new NotFinite(run.step + 1, strayIn(told));
  keep(run, told);
  run.scale = nextScale(run.scale, isFinite);
  return isFinite;
}

function keep(run: Run, { loss, norm }: Told): void {
  run.losses.push(loss);
  run.norm = norm / run.scale.scale;
}

async function ask({ engine, spec, onSteps }: TrainRequest, run: Run): Promise<void> {
  if (run.pending === 0) return;
  const first = run.step - run.pending;
  for (const [index, told] of (await engine.told()).entries()) {
    if (!Number.isFinite(told.loss) || !Number.isFinite(told.norm))
      throw new NotFinite(first + index + 1, strayIn(told));
    keep(run, told);
  }
  const now = performance.now();
  const report = {
    step: first,
    losses: run.losses.slice(-run.pending),
    norm: run.norm / spec.accumulate,
    scale: run.scale.scale,
    ms: now - run.asked,
  };
  run.every = report.ms < reportMs / 2 ? run.every * 2 : run.every;
  run.asked = now;
  run.pending = 0;
  run.reports.push(report);
  onSteps?.(report);
}
