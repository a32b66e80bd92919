// A chart whose points the keyboard reaches: arrows go from point to point, each is said below, Enter opens what it is of.
import type { Chart } from 'chart.js';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import '../plots.css';

/** A point of the chart in words. */
export interface PlotPoint {
  readonly datasetIndex: number;
  readonly index: number;
  readonly text: readonly string[];
  /** What it is of; null where that has no page. */
  readonly href: string | null;
}

/** A chart and its points, in the order in which the arrows go. */
export interface PointsPlotProps {
  readonly id: string;
  /** The chart in words. */
  readonly label: string;
  readonly points: readonly PlotPoint[];
  /** Draws on the canvas, at once. */
  readonly draw: (canvas: HTMLCanvasElement) => Chart;
}

/** Draws it. */
export function PointsPlot({ id, label, points, draw }: PointsPlotProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart | null>(null);
  const [at, setAt] = useState<number | null>(null);
  useLayoutEffect(() => {
    chart.current = canvas.current ? draw(canvas.current) : null;
    setAt(null);
  }, [draw]);
  const point = at === null ? undefined : points[at];
  const step = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && point?.href) location.hash = point.href;
    const next = nextPlace(event.key, at, points.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    if (chart.current) highlight(chart.current, points[next]);
  };
  return (
    <>
      <div
        id={`${id}-points`}
        class="plot tall"
        tabIndex={0}
        role="group"
        aria-label="Points of the chart: the arrow keys go from one to the next, Enter opens it"
        onKeyDown={step}
        onBlur={() => chart.current && highlight(chart.current, undefined)}
      >
        <canvas id={id} ref={canvas} role="img" aria-label={label} data-points={points.length} />
      </div>
      <p id={`${id}-said`} class="hint said" role="status">
        {point ? <Said point={point} /> : 'Point at the chart, or give it the focus and use the arrow keys.'}
      </p>
    </>
  );
}

function Said({ point: { text, href } }: { readonly point: PlotPoint }): VNode {
  const words = text.join(' · ');
  return href === null ? <>{words}</> : <a href={href}>{words}</a>;
}

/** The place that a key leads to among so many points; null where it leads nowhere. */
export function nextPlace(key: string, at: number | null, count: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return at === null ? 0 : Math.min(last, at + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return at === null ? last : Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

function highlight(chart: Chart, point: PlotPoint | undefined): void {
  const active = point ? [{ datasetIndex: point.datasetIndex, index: point.index }] : [];
  const element = point ? chart.getDatasetMeta(point.datasetIndex).data[point.index] : undefined;
  chart.setActiveElements(active);
  chart.tooltip?.setActiveElements(active, { x: element?.x ?? 0, y: element?.y ?? 0 });
  chart.update();
}
