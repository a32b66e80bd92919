// In which order chunks go through the slots: one step after the other, a fill beside a launch, or as many chunks as there are slots.
import type { Place } from './slots.ts';
import type { DeviceStage, Stages } from './stages.ts';

/** Takes all chunks through the stages, and comes back once the last result is where it belongs. */
export type Schedule = (stages: Stages) => Promise<void>;

const deviceStages: readonly DeviceStage[] = ['upload', 'kernel', 'download'];

/** Every step of a chunk waits for the one before: nothing overlaps. */
export const serially: Schedule = async (stages) => {
  for (let chunk = 0; chunk < stages.chunks; chunk++) {
    const place = { slot: 0, chunk };
    await stages.put(place);
    for (const stage of deviceStages) {
      stages.submit(place, [stage]);
      if (stage !== 'download') await stages.idle();
    }
    await stages.take(place);
  }
};

/** While the device has a chunk, the host fills the other slot with the next; the device has one chunk at a time. */
export const puttingAhead: Schedule = async (stages) => {
  await stages.put(alternating(0));
  for (let chunk = 0; chunk < stages.chunks; chunk++) {
    stages.submit(alternating(chunk));
    if (chunk + 1 < stages.chunks) await stages.put(alternating(chunk + 1));
    await stages.take(alternating(chunk));
  }
};

/**
 * Chunks go through the slots in turn: the device has as many as there are slots, and the host takes the oldest before it fills its slot again. One
 * loop, for loops beside each other fill several slots before the first of them is submitted, and the device stands still meanwhile.
 */
export const inTurn: Schedule = async (stages) => {
  const { slots, chunks } = stages;
  const placeOf = (chunk: number) => ({ slot: chunk % slots, chunk });
  for (let chunk = 0; chunk < chunks + slots; chunk++) {
    if (chunk >= slots) await stages.take(placeOf(chunk - slots));
    if (chunk >= chunks) continue;
    await stages.put(placeOf(chunk));
    stages.submit(placeOf(chunk));
  }
};

function alternating(chunk: number): Place {
  return { slot: chunk % 2, chunk };
}
