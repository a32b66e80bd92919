// Chart.js with only the parts that the charts draw with.
import {
  CategoryScale,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js';
import type { ChartConfiguration, ChartType, DefaultDataPoint } from 'chart.js';

Chart.register(
  CategoryScale,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
  Tooltip,
);

let ownFont: string | undefined;

/** Draws on a canvas that is already in the page, and returns the drawing; those whose canvas has left it are let go. */
export function draw<Type extends ChartType, Data = DefaultDataPoint<Type>, Label = unknown>(
  canvas: HTMLCanvasElement,
  config: ChartConfiguration<Type, Data, Label>,
): Chart<Type, Data, Label> {
  for (const chart of Object.values(Chart.instances)) {
    if (chart.canvas === canvas || !chart.canvas?.isConnected) chart.destroy();
  }
  // A canvas does not inherit the page's font. To ask for it has the page's style made anew, and it stays the same.
  Chart.defaults.font.family = ownFont ??= getComputedStyle(document.body).fontFamily;
  return new Chart(canvas, config);
}
