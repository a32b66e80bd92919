// Gradient synchronisation of data-parallel training: gradients leave in buckets while the backward pass still computes.
// Small buckets pay the launch again and again; one large bucket starts when nothing is left to hide behind.

/** A training step. */
export interface TrainingStep {
  readonly forwardUs: number;
  readonly backwardUs: number;
  /** Gradients of the whole model, produced at an even pace over the backward pass. */
  readonly gradientBytes: number;
  /**
   * How much longer the backward pass takes while an allreduce runs beside it, as a share of the overlapped time:
   * both use the same memory and some of the same multiprocessors. 0 when left out.
   */
  readonly slowdown?: number;
}

/** A step with gradients in buckets. */
export interface OverlappedStep {
  readonly bucketBytes: number;
  readonly buckets: number;
  readonly stepUs: number;
  /** Allreduce time in all, and the part of it that nothing hides. */
  readonly communicationUs: number;
  readonly exposedUs: number;
}

/**
 * Plays one step: a bucket's allreduce starts when its gradients are there and the bucket before is through; the step
 * ends with the last bucket. The gradients are cut into as few equal buckets as `bucketBytes` allows, so that no small rest makes a size
 * look good.
 * @param allreduceUs time of an allreduce of so many bytes
 * @throws RangeError unless bucketBytes is above 0
 */
export function overlap(
  step: TrainingStep,
  bucketBytes: number,
  allreduceUs: (bytes: number) => number,
): OverlappedStep {
  if (!(bucketBytes > 0)) throw new RangeError(`a bucket needs more than 0 bytes, not ${bucketBytes}`);
  const { forwardUs, backwardUs, gradientBytes, slowdown = 0 } = step;
  const buckets = Math.ceil(gradientBytes / bucketBytes);
  const bytes = gradientBytes / buckets;
  const pieceUs = backwardUs / buckets;
  const time = allreduceUs(bytes);
  let [computedUs, freeUs] = [0, 0];
  for (let index = 0; index < buckets; index += 1) {
    const besideUs = Math.min(pieceUs, Math.max(0, freeUs - computedUs));
    computedUs += pieceUs + slowdown * besideUs;
    freeUs = Math.max(freeUs, computedUs) + time;
  }
  const stepUs = forwardUs + Math.max(computedUs, freeUs, backwardUs);
  return {
    bucketBytes,
    buckets,
    stepUs,
    communicationUs: buckets * time,
    exposedUs: stepUs - forwardUs - backwardUs,
  };
}

/** The steps of several bucket sizes. */
export function sweepBuckets(
  step: TrainingStep,
  bucketSizes: readonly number[],
  allreduceUs: (bytes: number) => number,
): readonly OverlappedStep[] {
  return bucketSizes.map((bytes) => overlap(step, bytes, allreduceUs));
}
