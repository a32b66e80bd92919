// Schedules with one mistake each, and where it shows: a slot taken again too early, a dependency that is missing.
import type { StreamCase } from '../cases.ts';
import { isBatch } from '../cases.ts';
import type { Pipeline } from '../pipeline/rows.ts';
import { serially } from '../pipeline/schedules.ts';
import type { Schedule } from '../pipeline/schedules.ts';

/** A pipeline that the check must reject. */
interface BrokenPipeline extends Pipeline {
  /** The cases in which the mistake can show. */
  readonly shows: (params: StreamCase) => boolean;
}

const everyChunk = (take: (stages: Parameters<Schedule>[0], chunk: number) => Promise<void>): Schedule => {
  return async (stages) => {
    for (let chunk = 0; chunk < stages.chunks; chunk++) await take(stages, chunk);
  };
};

const hasChunks = (least: number) => (params: StreamCase) =>
  !isBatch(params) && params.slots === 0 && Math.ceil(params.bytes / params.chunk) >= least;

const reusedSlot: Schedule = async (stages) => {
  for (let chunk = 0; chunk < stages.chunks; chunk++) {
    const own = { slot: 0, chunk };
    await stages.put(own);
    stages.submit(own, ['upload', 'kernel']);
    if (chunk + 1 < stages.chunks) {
      const next = { slot: 0, chunk: chunk + 1 };
      await stages.put(next);
      stages.submit(next, ['upload', 'kernel']);
    }
    stages.submit(own, ['download']);
    await stages.take(own);
  }
};

const launchedBeforeUpload = everyChunk(async (stages, chunk) => {
  const place = { slot: 0, chunk };
  await stages.put(place);
  stages.submit(place, ['kernel', 'upload', 'download']);
  await stages.take(place);
});

const downloadedBeforeLaunch = everyChunk(async (stages, chunk) => {
  const place = { slot: 0, chunk };
  await stages.put(place);
  stages.submit(place, ['upload', 'download', 'kernel']);
  await stages.take(place);
});

const lastForgotten: Schedule = (stages) => serially({ ...stages, chunks: stages.chunks - 1 });

const base = { upload: 'mapped', boundBy: '', of: 'chains' } as const;

/** One mistake each. */
export const brokenPipelines: readonly BrokenPipeline[] = [
  {
    ...base,
    name: 'reused-slot',
    summary: 'gives a slot to the next chunk before the download of its own',
    slots: 1,
    schedule: reusedSlot,
    shows: hasChunks(2),
  },
  {
    ...base,
    name: 'launched-before-upload',
    summary: 'does not wait for the upload: launches on what the slot held',
    slots: 1,
    schedule: launchedBeforeUpload,
    shows: hasChunks(1),
  },
  {
    ...base,
    name: 'downloaded-before-launch',
    summary: 'does not wait for the launch: brings back what the slot held',
    slots: 1,
    schedule: downloadedBeforeLaunch,
    shows: hasChunks(1),
  },
  {
    ...base,
    name: 'last-forgotten',
    summary: 'comes back one chunk early',
    slots: 1,
    schedule: lastForgotten,
    shows: hasChunks(1),
  },
];
