// What the runner and the process of a training say to each other.
import type { Training, TrainingSettings } from './types.generated.ts';

/** Settings that somebody named; the others are the process's own, by its device. */
export interface TrainWishes {
  readonly layers?: number;
  readonly width?: number;
  readonly heads?: number;
  readonly context?: number;
  readonly head?: TrainingSettings['model']['head'];
  readonly batch?: number;
  readonly accumulate?: number;
  readonly precision?: TrainingSettings['precision'];
  readonly recompute?: boolean;
  readonly optimiser?: TrainingSettings['optimiser']['name'];
  readonly weightDecay?: number;
  /** 0 lets gradients be as long as they are. */
  readonly clip?: number;
  readonly rate?: number;
  readonly warmup?: number;
  readonly steps?: number;
  readonly seed?: number;
}

/** What is trained, and what is left behind. Files and folders are absolute paths. */
export interface TrainJob {
  readonly wishes: TrainWishes;
  /** Ms after which no step begins. */
  readonly budgetMs?: number;
  /** The file that checkpoints are written to, and the steps from one to the next; behind the last step when left out. */
  readonly checkpoint: string;
  readonly checkpointEvery?: number;
  /** A checkpoint to go on from. */
  readonly resume?: string;
  /** The folder for what another library needs to train the same. */
  readonly reference?: string;
  /** The file for the trace of a step; look at the kernels of some steps. */
  readonly trace?: string;
  /** A text to go on with, and how many bytes. */
  readonly generate?: { readonly prompt: string; readonly bytes: number };
  /** What stands in the result. */
  readonly commit: string;
}

/** What a process tells while it trains. */
export type TrainEvent =
  /** Before anything is made. */
  | {
      readonly type: 'planned';
      readonly settings: TrainingSettings;
      readonly parameters: number;
      readonly bytes: number;
      readonly arenaBytes: number;
      readonly kernels: number;
      readonly compileMs: number;
      readonly firstStep: number;
    }
  /** Steps that have been done, by the first of them. */
  | {
      readonly type: 'steps';
      readonly step: number;
      readonly losses: readonly number[];
      readonly norm: number;
      readonly scale: number;
      readonly ms: number;
    }
  | { readonly type: 'saved'; readonly step: number; readonly file: string }
  | { readonly type: 'exported'; readonly folder: string }
  | { readonly type: 'trained'; readonly training: Training };
