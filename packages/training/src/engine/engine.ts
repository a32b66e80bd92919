// What computes the steps of a training: the CPU, which is the reference, or a GPU. Both run the same graphs.
import type { Scalars } from '../graphs.ts';

/** Sequences and what follows each of their tokens: bytes, [batch · context]. */
export interface Batch {
  readonly tokens: Int32Array<ArrayBuffer>;
  readonly targets: Int32Array<ArrayBuffer>;
}

/** What is learnt, and what the optimiser remembers. */
export interface Vectors {
  readonly parameters: Float32Array<ArrayBuffer>;
  readonly moments: readonly Float32Array<ArrayBuffer>[];
}

/** What a step said. */
export interface Told {
  /** The mean loss over the step's batches, in nats. */
  readonly loss: number;
  /** The length of the gradients' sum, loss scale and all. */
  readonly norm: number;
}

/** Computes steps. Calls are made one after another; what is called runs in that order, and need not have run when the call returns. */
export interface Engine {
  /** Most steps between two calls of `told`. */
  readonly mostUntold: number;
  /** The gradients of a step's batches, added up. */
  readonly gradients: (batches: readonly Batch[], lossScale: number) => void;
  /** Parameters and moments follow the last gradients. */
  readonly update: (scalars: Scalars) => void;
  /** Waits for all that was called; what each step said since the last time. */
  readonly told: () => Promise<readonly Told[]>;
  /** Waits for all that was called, and copies the vectors. */
  readonly read: () => Promise<Vectors>;
  readonly free: () => void;
}
