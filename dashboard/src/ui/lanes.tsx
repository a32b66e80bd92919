// A timeline as a small picture: a row each for host, upload, kernel and download, filled while it was at work.
import { lanes } from '@kernel-ladder/schema';
import type { Timeline } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { formatTime } from '../format.ts';
import { byLane } from '../model/timelines.ts';
import '../run.css';

const [width, row] = [240, 8];

/** Draws it; its label says how long each stage was at work. */
export function Lanes({ timeline }: { readonly timeline: Timeline }): VNode {
  const { upload, kernel, download } = timeline.busyUs;
  const label = `host, upload, kernel, download, from the top; at work: upload ${micros(upload)}, kernel ${micros(kernel)}, download ${micros(download)}, of ${micros(timeline.wallUs)}`;
  return (
    <svg viewBox={`0 0 ${width} ${row * lanes.length}`} class="lanes" role="img" aria-label={label}>
      <title>{label}</title>
      {byLane(timeline).map((stretches, lane) => (
        <path
          key={lane}
          class={lane === 0 ? 'host' : 'device'}
          d={stretches.map(({ from, to }) => stretchPath(from, to, lane * row)).join('')}
        />
      ))}
    </svg>
  );
}

// What is too short to be seen is drawn nevertheless.
function stretchPath(from: number, to: number, top: number): string {
  const x = from * width;
  const length = Math.max(0.5, (to - from) * width);
  return `M${x.toFixed(1)} ${top + 1}h${length.toFixed(1)}v${row - 2}h-${length.toFixed(1)}z`;
}

function micros(us: number): string {
  return formatTime(1000 * us);
}
