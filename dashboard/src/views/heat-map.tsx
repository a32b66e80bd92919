// A heat map as a table: every cell has its value as text, its colour is a class, and the scale says what the colours stand for.
import type { VNode } from 'preact';
import { formatMetric } from '../format.ts';
import { valueText } from '../model/axes.ts';
import { fastestRung, isStrongerBetter } from '../model/heat.ts';
import type { Cell, HeatMap } from '../model/heat.ts';
import type { Landscape } from '../model/landscape.ts';
import { Hint } from '../ui/section.tsx';
import { HeatScale } from './heat-scale.tsx';
import { addressOfId } from './id-link.ts';

/** What the map is drawn from. */
export interface HeatMapProps {
  readonly machine: string;
  readonly landscape: Landscape;
  readonly map: HeatMap;
}

/** Draws it. */
export function HeatMapTable({ machine, landscape, map }: HeatMapProps): VNode {
  const { across, up } = landscape;
  const head = `${up?.label ?? ''} / ${across.label}`;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Heat map">
        <table id="heat" class="heat">
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {map.columns.map((value) => (
                <th key={valueText(value)} scope="col">
                  {write(value)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {map.rows.map(({ value, cells }) => (
              <tr key={valueText(value)}>
                <th scope="row">{write(value)}</th>
                {cells.map((cell, at) => (
                  <CellOf key={at} cell={cell} machine={machine} landscape={landscape} map={map} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Scale landscape={landscape} map={map} />
    </>
  );
}

function write(value: string | number | boolean): string {
  return typeof value === 'number' ? value.toLocaleString('en') : valueText(value);
}

function CellOf({ cell, machine, landscape, map }: HeatMapProps & { readonly cell: Cell | null }): VNode {
  if (!cell) return <td>—</td>;
  const { spot, level } = cell;
  const { id, variant, case: name } = spot.series;
  const marks = marksOf(cell, landscape);
  const looks = marks.map(({ look }) => look).join(' ');
  const words = marks.map(({ words: text }) => text);
  return (
    <td class={looks} data-level={level} title={[name, ...words].join('; ')}>
      <a href={addressOfId(machine, id) ?? '#'}>{formatMetric(landscape, spot.measured.value)}</a>
      {map.variant === fastestRung ? <span class="rung">{variant}</span> : null}
      {words.length > 0 ? <span class="unseen"> {words.join('; ')}</span> : null}
    </td>
  );
}

interface Mark {
  readonly look: string;
  readonly words: string;
}

function marksOf({ spot, isKneeAcross, isKneeUp }: Cell, { across, up }: Landscape): readonly Mark[] {
  return [
    ...(isKneeAcross ? [{ look: 'knee-across', words: `knee along ${across.label}` }] : []),
    ...(isKneeUp && up ? [{ look: 'knee-up', words: `knee along ${up.label}` }] : []),
    ...(spot.doubt === null ? [] : [{ look: 'hollow', words: `not comparable: ${spot.doubt}` }]),
  ];
}

function Scale({ landscape, map: { bounds } }: Pick<HeatMapProps, 'landscape' | 'map'>): VNode {
  const better = isStrongerBetter(landscape) ? 'the stronger the better' : 'the weaker the better';
  const steps = bounds.slice(1).map((to, at) => [bounds[at] ?? to, to] as const);
  return (
    <>
      <Hint>
        Scale of colours, {better}. A thick edge is a knee: at the left of a cell along{' '}
        {landscape.across.label}, above it along {landscape.up?.label}.
      </Hint>
      <HeatScale
        steps={steps.map(([from], level) => ({ level, text: `from ${formatMetric(landscape, from)}` }))}
      />
    </>
  );
}
