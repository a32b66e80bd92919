// The section of sizes: the rate of every rung over the size of the problem, and the same numbers as a table.
import { metricTable } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { sizesConfig } from '../charts/sizes.ts';
import { formatMetric, metricLabel } from '../format.ts';
import { sizesOf } from '../model/sizes.ts';
import type { SizeLine, Sizes } from '../model/sizes.ts';
import { TwinTable } from '../ui/plain-table.tsx';
import { Plot } from '../ui/plot.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { ChartKey } from './chart-key.tsx';
import type { Shown } from './shown.ts';

/** Draws the section. */
export function SizesSection({ shown }: { readonly shown: Shown }): VNode {
  const { family, selection, software, simulated, theme } = shown;
  const sizes = sizesOf(family, selection.case, software);
  if (!sizes)
    return (
      <Section id="sizes" title="Rate over size">
        <Hint>No other size of this case was timed, so that there is no line to draw.</Hint>
      </Section>
    );
  return (
    <Section id="sizes" title="Rate over size">
      <ChartKey entries={sizes.lines} theme={theme} />
      <Plot
        id="sizes-chart"
        label={summaryOf(sizes)}
        config={sizesConfig(sizes, theme, simulated)}
        data={{ lines: sizes.lines.map(({ variant, points }) => `${variant}:${points.length}`).join(',') }}
      />
      <Hint>
        {metricLabel(sizes.metric, simulated)} along {sizes.axis}. {notesOf(sizes)}
      </Hint>
      <SizesTable sizes={sizes} />
    </Section>
  );
}

/** The chart in one sentence a line, for a reader who cannot see it. */
export function summaryOf(sizes: Sizes): string {
  const lines = sizes.lines.map(({ variant, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return variant;
    return `${variant} from ${formatMetric(sizes, first.measured.value)} at ${first.size} to ${formatMetric(sizes, last.measured.value)} at ${last.size}`;
  });
  return `${metricTable[sizes.metric].label} along ${sizes.axis}: ${lines.join(', ')}. The table below has every point.`;
}

function notesOf({ lines }: Sizes): string {
  const points = lines.flatMap((line) => line.points);
  const runs = new Set(points.map(({ run }) => run)).size;
  const source = runs === 1 ? 'All points are of one run.' : `The newest comparable times, of ${runs} runs.`;
  return points.some(({ doubt }) => doubt !== null)
    ? `${source} Hollow: a time that is not comparable.`
    : source;
}

function SizesTable({ sizes }: { readonly sizes: Sizes }): VNode {
  const rows = sizes.sizes.map((size) => [
    size.toLocaleString('en'),
    ...sizes.lines.map(({ points }) =>
      cellOf(
        sizes,
        points.find((point) => point.size === size),
      ),
    ),
  ]);
  return (
    <TwinTable
      id="sizes-table"
      label="Rate over size as a table"
      columns={['Size', ...sizes.lines.map(({ variant }) => variant)]}
      rows={rows}
    />
  );
}

function cellOf(sizes: Sizes, point: SizeLine['points'][number] | undefined): string {
  if (!point) return '—';
  const value = formatMetric(sizes, point.measured.value);
  return point.doubt === null ? value : `${value} (not comparable: ${point.doubt})`;
}
