// The roofline's section: the machine's roofs, every result of the family below them, and the same as a table.
import type { VNode } from 'preact';
import { rooflineConfig, shareText } from '../charts/roofline.ts';
import { formatAmount, formatMetric } from '../format.ts';
import { rooflineOf } from '../model/roofline.ts';
import type { Roof, Roofline } from '../model/roofline.ts';
import { TwinTable } from '../ui/plain-table.tsx';
import { Plot } from '../ui/plot.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { ChartKey } from './chart-key.tsx';
import type { Shown } from './shown.ts';

/** Draws the section. */
export function RooflineSection({ shown }: { readonly shown: Shown }): VNode {
  const { family, machine, selection, theme } = shown;
  const roofline = rooflineOf(family, selection.case, machine);
  if (!roofline)
    return (
      <Section id="roofline" title="Roofline">
        <Hint>
          {machine.software
            ? 'A software adapter has no roof that is worth a line.'
            : 'No result of this family stands under a measured roof.'}
        </Hint>
      </Section>
    );
  const chosen = roofline.points.flatMap(({ variant, place }) =>
    place === null ? [] : [{ variant, place }],
  );
  return (
    <Section id="roofline" title="Roofline">
      <ChartKey entries={chosen} theme={theme} />
      <Plot
        id="roofline-chart"
        label={summaryOf(roofline)}
        config={rooflineConfig(roofline, theme)}
        data={{
          roofs: roofline.arithmetic.map(({ name, source }) => `${name} ${source}`).join(','),
          points: String(roofline.points.length),
        }}
      />
      <Hint>{notesOf(roofline)}</Hint>
      <RooflineTable roofline={roofline} />
    </Section>
  );
}

/** The chart in words, for a reader who cannot see it. */
export function summaryOf(roofline: Roofline): string {
  const own = roofline.points.filter(({ place }) => place !== null);
  const results = own.map((point) => `${point.variant} ${shareText(point)}`);
  return `${roofline.points.length} results under ${roofline.arithmetic.length} roofs. Of this case: ${results.join(', ')}. The table below has every point.`;
}

/** The roofs of a chart in words, and what its points need said. */
export function notesOf({ memory, arithmetic, numbers, points }: Roofline): string {
  const rate = (gflops: number) => formatMetric({ metric: 'gflops', numbers }, gflops);
  const named = (source: Roof['source']) =>
    [
      ...memory
        .filter((one) => one.source === source)
        .map((one) => `memory ${formatMetric({ metric: 'gbps', numbers }, one.rate)}`),
      ...arithmetic.filter((one) => one.source === source).map((one) => `${one.name} ${rate(one.rate)}`),
    ].join(', ');
  const datasheet = named('datasheet');
  const others = points.some(({ place }) => place === null) ? ' Small points are other cases.' : '';
  const slope = memory.find(({ source }) => source === 'measured')?.rate ?? Infinity;
  const isCached = points.some(({ gflops, intensity }) => gflops > slope * intensity);
  return `Measured roofs: ${named('measured')}.${datasheet ? ` Dashed, the datasheet’s: ${datasheet}.` : ''}${others}${
    isCached
      ? ' A point above the slope found its data in the cache: its share is of its arithmetic roof.'
      : ''
  }`;
}

const columns = ['Variant', 'Share', 'Rate', 'Operations a byte', 'Case'];

function RooflineTable({ roofline }: { readonly roofline: Roofline }): VNode {
  const rows = roofline.points.map((point) => [
    point.variant,
    point.doubt === null ? shareText(point) : `${shareText(point)}; not comparable: ${point.doubt}`,
    formatMetric({ metric: 'gflops', numbers: roofline.numbers }, point.gflops),
    formatAmount(point.intensity, 3),
    point.case,
  ]);
  return <TwinTable id="roofline-table" label="Roofline as a table" columns={columns} rows={rows} />;
}
