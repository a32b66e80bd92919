// The timelines of a run's results as rows: how much of the stages was hidden, and which of them ran beside each other.
import { lanes, overlapEfficiency, pairStanding } from '@kernel-ladder/schema';
import type { Result, StagePair, Timeline } from '@kernel-ladder/schema';

/** A pipeline of a run. */
export interface TimelineRow {
  readonly result: Pick<Result, 'id' | 'timeline'>;
  readonly id: string;
  readonly timeline: Timeline;
  /** 1 where the longest stage hides the others, 0 where each waits; null where a single stage was at work. */
  readonly efficiency: number | null;
}

/** The pairs of stages with their names. */
export const pairTitles: readonly (readonly [StagePair, string])[] = [
  ['uploadKernel', 'Upload beside kernel'],
  ['kernelDownload', 'Kernel beside download'],
  ['uploadDownload', 'Upload beside download'],
];

/** The results that tell a timeline, in the order of the run. */
export function timelineRows(results: readonly Pick<Result, 'id' | 'timeline'>[]): readonly TimelineRow[] {
  return results.flatMap((result) => {
    const { id, timeline } = result;
    return timeline ? [{ result, id, timeline, efficiency: overlapEfficiency(timeline) }] : [];
  });
}

/** The share of the shorter stage that the other ran beside; 0 where the pair was serial. */
export function shareBeside(timeline: Timeline, pair: StagePair): number {
  const found = pairStanding(timeline, pair);
  return found.standing === 'serial' ? 0 : found.share;
}

/** A stretch of a lane: from where to where over the picture, from 0 to 1. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The lanes of a timeline, each with its stretches of the time that the spans cover: the whole run, or that of its first chunks. */
export function byLane({ spans }: Pick<Timeline, 'spans'>): readonly (readonly Stretch[])[] {
  const end = Math.max(...spans.map(({ atUs, us }) => atUs + us));
  return lanes.map((lane) =>
    spans
      .filter((span) => span.lane === lane)
      .map(({ atUs, us }) => ({ from: atUs / end, to: (atUs + us) / end })),
  );
}
