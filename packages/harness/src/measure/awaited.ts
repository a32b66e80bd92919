// Whether runs that the host's clock times have waited for the device: what is still to be done afterwards is in no sample.
import { GpuFault, raceLoss } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Prepared } from '../contract/family.ts';

// A busy host lets a waiting thread sleep for a moment; six moments in a row are none.
const momentMs = 1;
// Memory of long transfers is given back by the host while the device is asked: 2 % of an upload and read-back of 256 MiB.
const smallShare = 0.05;
const attempts = 6;
const runsOfAttempt = 10;

/** How long the device may answer late after a run of `medianNs` came back, in milliseconds: what a time may lack unseen. */
export function longestRestMs(medianNs: number): number {
  return Math.max(momentMs, (smallShare * medianNs) / 1e6);
}

/**
 * Throws below-resolution where the device is at work for more than a millisecond, and a twentieth of a run's time, after the timed runs
 * came back, and again after ten more, five times. A variant that never submits to it finds it idle.
 */
export async function refuseUnawaited(
  gpu: Gpu,
  { run }: Pick<Prepared, 'run'>,
  medianNs: number,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const restMs = await idleAfterMs(gpu);
    // What it costs to ask a device that has nothing to do.
    const askedMs = await idleAfterMs(gpu);
    if (restMs - askedMs <= longestRestMs(medianNs)) return;
    if (attempt === attempts) throw unawaited(restMs);
    for (let done = 0; done < runsOfAttempt; done++) await run();
  }
}

async function idleAfterMs(gpu: Gpu): Promise<number> {
  const start = performance.now();
  await raceLoss(gpu, gpu.device.queue.onSubmittedWorkDone());
  return performance.now() - start;
}

function unawaited(restMs: number): GpuFault {
  const message = `the device works for ${restMs.toFixed(1)} ms more after a run came back: the time is too short, a run has to await queue.onSubmittedWorkDone() or a read-back`;
  return new GpuFault('below-resolution', message);
}
