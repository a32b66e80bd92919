// Chart.js with only the parts that the trend draws with.
import {
  CategoryScale,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { TrendChart } from './trend.ts';

Chart.register(
  CategoryScale,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
);

/** Draws on a canvas that is already in the page; replaces what was drawn there. */
export function draw(canvas: HTMLCanvasElement, config: TrendChart): void {
  Chart.getChart(canvas)?.destroy();
  // A canvas does not inherit the page's font.
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  new Chart(canvas, config);
}
