// The history of a series as a small line: faster is higher, a failure is a gap, and what is another kernel or card begins a line anew.
import type { GridRow } from '@kernel-ladder/schema';
import { formatTime } from '../format.ts';

/** Drawings as the data of SVG paths; empty where there is nothing to draw. */
export interface Spark {
  /** One stroke for each stretch of one kernel on one card. */
  readonly line: string;
  /** Times that stand alone, and the newest. */
  readonly dots: string;
  /** Times that may not be compared: never joined. */
  readonly doubtful: string;
  /** A cross for each failure. */
  readonly failed: string;
  /** A dash for each skip. */
  readonly skipped: string;
  /** An upright for each change of kernel, and for each change of card. */
  readonly kernels: string;
  readonly cards: string;
}

/** The box that it is drawn in. */
export const sparkBox = { width: 120, height: 24 } as const;

const margin = 4;
// Less than a tenth from end to end is drawn as the little that it is.
const leastRange = Math.log(1.1);

/** Draws the points of a row. */
export function sparkOf({ times, marks }: Pick<GridRow, 'times' | 'marks'>): Spark {
  const points = placed(times, marks);
  const of = (kinds: string) => points.filter(({ mark }) => kinds.includes(mark));
  const lines = stretches(points);
  const long = lines.filter((line) => line.length > 1);
  const newest = points.at(-1);
  const alone = lines.flatMap((line) => (line.length === 1 || line.at(-1) === newest ? line.slice(-1) : []));
  const { height } = sparkBox;
  return {
    line: long.map((line) => `M${line.map(({ x, y }) => `${x} ${y}`).join('L')}`).join(''),
    dots: dotted(alone),
    doubtful: dotted(of('d').filter(({ hasTime }) => hasTime)),
    failed: of('f')
      .map(({ x }) => `M${x - 2.5} ${height - 7}l5 5m-5 0l5 -5`)
      .join(''),
    skipped: of('s')
      .map(({ x }) => `M${x - 2} ${height - 2}h4`)
      .join(''),
    kernels: of('k')
      .map(({ x }) => `M${x} ${height}v-4`)
      .join(''),
    cards: of('c')
      .map(({ x }) => `M${x} 0v${height}`)
      .join(''),
  };
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly mark: string;
  readonly hasTime: boolean;
}

function placed(times: GridRow['times'], marks: string): readonly Placed[] {
  const sound = times.flatMap((ns, at) =>
    ns !== null && 'tkc'.includes(marks[at] ?? '') ? [Math.log(ns)] : [],
  );
  const all = sound.length > 0 ? sound : times.flatMap((ns) => (ns === null ? [] : [Math.log(ns)]));
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const range = Math.max(most - least, leastRange);
  const low = (least + most - range) / 2;
  const step = (sparkBox.width - 2 * margin) / Math.max(times.length - 1, 1);
  return times.map((ns, at) => {
    // Of a doubtful time beyond the others the edge says enough.
    const share = ns === null ? 0 : Math.min(1, Math.max(0, (Math.log(ns) - low) / range));
    return {
      x: tenths(times.length === 1 ? sparkBox.width / 2 : margin + at * step),
      y: tenths(margin + share * (sparkBox.height - 2 * margin)),
      mark: marks[at] ?? 'd',
      hasTime: ns !== null,
    };
  });
}

// A line goes on over times of one kernel on one card alone.
function stretches(points: readonly Placed[]): readonly (readonly Placed[])[] {
  const lines: Placed[][] = [];
  let isOpen = false;
  for (const point of points) {
    if (point.mark === 't' && isOpen) lines.at(-1)?.push(point);
    else if ('tkc'.includes(point.mark)) lines.push([point]);
    isOpen = 'tkc'.includes(point.mark);
  }
  return lines;
}

// A stroke of no length with round ends is a dot.
function dotted(points: readonly Placed[]): string {
  return points.map(({ x, y }) => `M${x} ${y}h0`).join('');
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}

/** The same in words. */
export function sparkWords({ times, marks }: Pick<GridRow, 'times' | 'marks'>): string {
  const timed = times.filter((ns) => ns !== null);
  const [first, last] = [timed[0], timed.at(-1)];
  const count = (mark: string) => marks.split(mark).length - 1;
  const range =
    first === undefined || last === undefined
      ? 'no time'
      : timed.length === 1
        ? formatTime(first)
        : `${formatTime(first)} to ${formatTime(last)}`;
  const told = [
    [count('f'), 'failed'],
    [count('s'), 'skipped'],
    [count('d'), 'not comparable'],
    [count('k'), 'with another kernel'],
    [count('c'), 'on another card'],
  ] as const;
  const points = `${times.length} ${times.length === 1 ? 'commit' : 'commits'}: ${range}`;
  return [points, ...told.flatMap(([many, what]) => (many > 0 ? [`${many} ${what}`] : []))].join(', ');
}
