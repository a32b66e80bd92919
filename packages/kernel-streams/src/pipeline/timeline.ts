// A recording as a timeline: the device's stamps on the host's clock, stages by who was at work for them, and how these overlap.
import type { Timeline, TimelineSpan } from '@kernel-ladder/schema';
import { lengthOf, overlapOf } from './intervals.ts';
import type { Interval } from './intervals.ts';
import type { Bounds, Recording, Stamps } from './tape.ts';

type Stage = keyof Timeline['busyUs'];

/** Something that was at work, in milliseconds of the host's clock. */
interface Span extends Interval {
  readonly lane: TimelineSpan['lane'];
  readonly name: string;
  readonly slot: number;
  readonly chunk: number;
  /** The stage that it was for; none for what the host does to submit. */
  readonly stage: Stage | null;
}

// Host and device each do a part of both transfers.
const stageOf = { put: 'upload', submit: null, take: 'download' } as const;

// A timeline is kept with its result: what is left out repeats what is there.
const mostSpans = 200;

/** The timeline of a run that took from `begin` to `end`, in milliseconds of the host's clock. */
export function timelineOf(recording: Recording, { from: begin, to: end }: Interval): Timeline {
  const { host, bounds } = recording;
  const aligned = align(recording);
  const spans: readonly Span[] = [
    ...host.map((span): Span => ({ ...span, lane: 'host', stage: stageOf[span.name] })),
    ...(aligned ? deviceSpans(recording, aligned.offsetMs) : bounds.map(submittedSpan)),
  ];
  const of = (stage: Stage) => spans.filter((span) => span.stage === stage);
  const busyUs = (stage: Stage) => microseconds(lengthOf(of(stage)));
  const overlapUs = (a: Stage, b: Stage) => microseconds(overlapOf(of(a), of(b)));
  return {
    clock: aligned ? 'timestamps' : 'host',
    ...(aligned ? { alignedWithinUs: microseconds(aligned.withinMs) } : {}),
    wallUs: microseconds(end - begin),
    chunks: Math.max(1, bounds.length),
    busyUs: { upload: busyUs('upload'), kernel: busyUs('kernel'), download: busyUs('download') },
    overlapUs: {
      uploadKernel: overlapUs('upload', 'kernel'),
      kernelDownload: overlapUs('kernel', 'download'),
      uploadDownload: overlapUs('upload', 'download'),
    },
    spans: firstChunks(spans).map((span) => told(span, begin)),
  };
}

/** What is to be added to the device's clock, and how far that may be off, in milliseconds. */
interface Aligned {
  readonly offsetMs: number;
  readonly withinMs: number;
}

// No chunk begins before it was submitted, nor has landed before it ended.
function align({ bounds, stamps }: Recording): Aligned | null {
  const limits = bounds.flatMap(({ chunk, submitted, landed }) => {
    const own = stamps?.[chunk];
    if (!own || !isWhole(own)) return [];
    return [{ least: submitted - own['upload-begin'] / 1e6, most: landed - own['download-end'] / 1e6 }];
  });
  if (limits.length === 0) return null;
  const least = Math.max(...limits.map((limit) => limit.least));
  const most = Math.min(...limits.map((limit) => limit.most));
  return { offsetMs: (least + most) / 2, withinMs: Math.abs(most - least) / 2 };
}

function isWhole(stamps: Stamps): boolean {
  return Object.values(stamps).every((ns) => ns > 0);
}

// Copies by the ends of what is before and behind them, launches from where the copy before them ended: a stamp at the
// beginning of a pass is taken before the pass waits for what precedes it.
function deviceSpans({ bounds, stamps }: Recording, offsetMs: number): readonly Span[] {
  return bounds.flatMap(({ chunk, slot }) => {
    const own = stamps?.[chunk];
    if (!own || !isWhole(own)) return [];
    const span = (stage: Stage, name: string, from: number, to: number): Span => {
      const [at, until] = [from / 1e6 + offsetMs, to / 1e6 + offsetMs];
      return { lane: stage, stage, name, chunk, slot, from: at, to: Math.max(at, until) };
    };
    return [
      span('upload', 'copy in', own['upload-begin'], own['upload-end']),
      span('kernel', 'launch', Math.max(own['upload-end'], own['kernel-begin']), own['kernel-end']),
      span('download', 'copy out', own['download-begin'], own['download-end']),
    ];
  });
}

// Without stamps all that is known is that the device had it.
function submittedSpan({ chunk, slot, submitted, landed }: Bounds): Span {
  return { lane: 'kernel', stage: 'kernel', name: 'on the device', chunk, slot, from: submitted, to: landed };
}

// In an order that hangs on no time, so that run after run says the same with other numbers.
function firstChunks(spans: readonly Span[]): readonly Span[] {
  const chunks = Map.groupBy(spans, ({ chunk }) => chunk);
  const kept: Span[] = [];
  for (const [, own] of [...chunks].toSorted(([a], [b]) => a - b)) {
    if (kept.length + own.length > mostSpans) break;
    kept.push(...own);
  }
  return kept;
}

function told({ lane, name, slot, chunk, from, to }: Span, begin: number): TimelineSpan {
  return {
    lane,
    name,
    slot,
    chunk,
    atUs: microseconds(Math.max(0, from - begin)),
    us: microseconds(to - from),
  };
}

// Tenths: no clock here is finer.
function microseconds(ms: number): number {
  return Math.round(Math.max(0, ms) * 1e4) / 10;
}
