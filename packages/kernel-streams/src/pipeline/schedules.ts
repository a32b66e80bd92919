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

/** Each slot takes its chunks one after the other, all slots beside each other: the device has as many chunks as there are slots. */
export const slotBySlot: Schedule = async (stages) => {
  const through = async (slot: number) => {
    for (let chunk = slot; chunk < stages.chunks; chunk += stages.slots) {
      const place = { slot, chunk };
      await stages.put(place);
      stages.submit(place);
      await stages.take(place);
    }
  };
  await Promise.all(Array.from({ length: stages.slots }, (_, slot) => through(slot)));
};

function alternating(chunk: number): Place {
  return { slot: chunk % 2, chunk };
}
