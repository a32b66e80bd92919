// What a timeline tells: how much of its stages a pipeline hides, which of them overlap, and the same for a viewer of traces.
import type { Lane, Result, Timeline } from './types.generated.ts';

/** Two stages of a pipeline. */
export type StagePair = keyof Timeline['overlapUs'];

type Stage = keyof Timeline['busyUs'];

/** The stages of each pair. */
export const stagePairs: { readonly [Pair in StagePair]: readonly [Stage, Stage] } = {
  uploadKernel: ['upload', 'kernel'],
  kernelDownload: ['kernel', 'download'],
  uploadDownload: ['upload', 'download'],
};

/**
 * The share of what could be hidden that was: (sum of the stages − wall time) / (sum − longest stage). 1 where the longest stage
 * hides the others, 0 where each waits for the one before, below that where the pipeline stands still in between; null where a
 * single stage was at work.
 */
export function overlapEfficiency({ busyUs, wallUs }: Pick<Timeline, 'busyUs' | 'wallUs'>): number | null {
  const stages = [busyUs.upload, busyUs.kernel, busyUs.download];
  const sum = stages.reduce((total, us) => total + us, 0);
  const hideable = sum - Math.max(...stages);
  return hideable > 0 ? (sum - wallUs) / hideable : null;
}

/** How a pair of stages lay in time: the share of the shorter one that the other ran beside, or that they were serial. */
export type PairStanding =
  | { readonly standing: 'overlaps'; readonly share: number }
  | { readonly standing: 'serial' };

/** Whether two stages overlapped by more than the clocks of host and device leave open, once for each chunk. */
export function pairStanding(
  {
    busyUs,
    overlapUs,
    chunks,
    alignedWithinUs = 0,
  }: Pick<Timeline, 'busyUs' | 'overlapUs' | 'chunks' | 'alignedWithinUs'>,
  pair: StagePair,
): PairStanding {
  const [first, second] = stagePairs[pair];
  const shorter = Math.min(busyUs[first], busyUs[second]);
  const overlap = overlapUs[pair];
  if (shorter === 0 || overlap <= chunks * alignedWithinUs) return { standing: 'serial' };
  return { standing: 'overlaps', share: Math.min(1, overlap / shorter) };
}

/** An event of the trace-event format of Chrome: `X` spans, `M` names; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: 'X' | 'M';
  readonly pid: number;
  readonly tid: number;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly args: { readonly [key: string]: string | number };
}

/** A document that Perfetto and chrome://tracing open. */
export interface Trace {
  readonly traceEvents: readonly TraceEvent[];
  readonly displayTimeUnit: 'ms';
}

/** Names a process of a trace. */
export function nameProcess(pid: number, name: string): TraceEvent {
  return { name: 'process_name', ph: 'M', pid, tid: 0, args: { name } };
}

/** Names a track of a trace; tracks stand in the order of their numbers. */
export function nameTrack(
  { pid, tid }: Pick<TraceEvent, 'pid' | 'tid'>,
  name: string,
): readonly TraceEvent[] {
  return [
    { name: 'thread_name', ph: 'M', pid, tid, args: { name } },
    { name: 'thread_sort_index', ph: 'M', pid, tid, args: { sort_index: tid } },
  ];
}

/** The lanes of a timeline, first to last. */
export const lanes: readonly Lane[] = ['host', 'upload', 'kernel', 'download'];

// Of every lane.
const mostSlots = 16;

/** The timelines of results as one trace: a process for each result, a track for each lane and slot, which says whose clock it is on. */
export function traceOf(results: readonly Pick<Result, 'id' | 'timeline'>[]): Trace {
  const timed = results.flatMap(({ id, timeline }) => (timeline ? [{ id, timeline }] : []));
  const traceEvents = timed.flatMap(({ id, timeline }, index): readonly TraceEvent[] => {
    const pid = index + 1;
    return [nameProcess(pid, id), ...tracks(timeline, pid), ...spans(timeline, pid)];
  });
  return { traceEvents, displayTimeUnit: 'ms' };
}

function tracks({ spans: all, clock }: Timeline, pid: number): readonly TraceEvent[] {
  const named = new Map(all.map((span) => [trackOf(span), span]));
  return [...named]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([tid, { lane, slot }]): readonly TraceEvent[] => {
      const whose = lane === 'host' || clock === 'host' ? 'host clock' : 'device clock';
      return nameTrack({ pid, tid }, `${lane}, slot ${slot} (${whose})`);
    });
}

function spans({ spans: all }: Timeline, pid: number): readonly TraceEvent[] {
  return all.map((span) => ({
    name: `${span.name} ${span.chunk}`,
    ph: 'X',
    cat: span.lane,
    pid,
    tid: trackOf(span),
    ts: span.atUs,
    dur: span.us,
    args: { chunk: span.chunk, slot: span.slot },
  }));
}

function trackOf({ lane, slot }: Timeline['spans'][number]): number {
  return 1 + lanes.indexOf(lane) * mostSlots + slot;
}
