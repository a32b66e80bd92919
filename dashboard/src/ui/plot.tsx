// A chart in the page: a canvas that says in words what it shows, drawn whenever the page is.
import type { ChartConfiguration, ChartType } from 'chart.js';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { draw } from '../charts/chart.ts';

/** A chart and its words. */
export interface PlotProps<Type extends ChartType, Data, Label> {
  readonly id: string;
  /** For readers who cannot see it. */
  readonly label: string;
  readonly config: ChartConfiguration<Type, Data, Label>;
  /** What tests and scripts read of it. */
  readonly data?: Readonly<Record<string, string>>;
  readonly isLow?: boolean;
}

/** Draws it. */
export function Plot<Type extends ChartType, Data, Label>(props: PlotProps<Type, Data, Label>): VNode {
  const { id, label, config, data = {}, isLow = false } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current) draw(canvas.current, config);
  });
  return (
    <div class={isLow ? 'plot low' : 'plot'}>
      <canvas id={id} ref={canvas} role="img" aria-label={label} {...dataAttributes(data)} />
    </div>
  );
}

/** Attributes `data-…` of an element. */
export function dataAttributes(data: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [`data-${key}`, value]));
}
