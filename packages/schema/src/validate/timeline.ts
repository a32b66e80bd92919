// A timeline that cannot be: stages that overlap for longer than one of them was at work, spans of chunks that there are not.
import { stagePairs } from '../timeline.ts';
import type { StagePair } from '../timeline.ts';
import type { Result, Timeline } from '../types.generated.ts';
import { firstBelow } from './contradiction.ts';
import type { Contradiction } from './contradiction.ts';

// Of two numbers that were rounded to tenths.
const roundingUs = 0.2;

interface Told extends Pick<Result, 'kind'> {
  readonly timeline?: Timeline | undefined;
}

/** What in a result's timeline contradicts the rest of it. */
export function timelineContradiction({ kind, timeline }: Told): Contradiction | undefined {
  if (!timeline) return undefined;
  if (kind === 'gpu') return ['/timeline', 'of a launch, which has no stages'];
  return (
    overlong(timeline) ??
    firstBelow('/timeline/spans', timeline.spans, ({ chunk }) =>
      chunk < timeline.chunks ? undefined : ['/chunk', `${chunk} of ${timeline.chunks} chunks`],
    )
  );
}

function overlong({ busyUs, overlapUs }: Timeline): Contradiction | undefined {
  for (const [pair, stages] of Object.entries(stagePairs) as [StagePair, (typeof stagePairs)[StagePair]][]) {
    const most = Math.min(...stages.map((stage) => busyUs[stage]));
    if (overlapUs[pair] > most + roundingUs)
      return [`/timeline/overlapUs/${pair}`, `${overlapUs[pair]}, and a stage of it was at work for ${most}`];
  }
  return undefined;
}
