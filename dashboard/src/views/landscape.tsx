// A sweep's section: what varies and what stays in menus, the curves or the heat map, and the knees in words.
import type { Machine, SiteFamily } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { draw } from '../charts/chart.ts';
import { describeSpot, kneeText, landscapeConfig } from '../charts/landscape.ts';
import { formatMetric, metricLabel } from '../format.ts';
import { valueText } from '../model/axes.ts';
import type { Params } from '../model/axes.ts';
import { fastestRung, heatMapOf, rungsIn } from '../model/heat.ts';
import { areApart } from '../model/landscape.ts';
import type { Curve, Landscape } from '../model/landscape.ts';
import type { PageContext } from '../pages/context.ts';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { withValue } from '../model/slices.ts';
import type { UsefulAxis } from '../model/slices.ts';
import { Menu } from '../ui/menu.tsx';
import type { MenuOption } from '../ui/menu.tsx';
import { LineSample } from '../ui/marks.tsx';
import { PointsPlot } from '../ui/points-plot.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { Term } from '../ui/term.tsx';
import { HeatMapTable } from './heat-map.tsx';
import { addressOfId } from './id-link.ts';

/** A cut through a family, and where it is shown. */
export interface LandscapeShown {
  readonly landscape: Landscape;
  readonly family: SiteFamily;
  readonly machine: Machine;
  readonly context: PageContext;
}

/** Draws it. */
export function LandscapeSection(shown: LandscapeShown): VNode {
  const { landscape, family } = shown;
  const { across, up, metric } = landscape;
  const what = metricLabel(metric, family.ladder.simulated);
  const title = up ? `${what} over ${across.label} and ${up.label}` : `${what} along ${across.label}`;
  return (
    <Section id="sweep" title={title}>
      <Choices {...shown} />
      {up ? <Heat {...shown} /> : <Curves {...shown} />}
      <Hint>{notesOf(landscape, family)}</Hint>
    </Section>
  );
}

function notesOf({ curves, up }: Landscape, family: SiteFamily): string {
  const spots = curves.flatMap((curve) => curve.spots);
  const runs = new Set(spots.map(({ point }) => point.run)).size;
  const doubts = spots.some(({ doubt }) => doubt !== null);
  return [
    `${spots.length} results of ${runs === 1 ? 'one run' : `${runs} runs`}, each its newest comparable time.`,
    ...(doubts ? [up ? 'In italics: not comparable.' : 'Hollow: not comparable.'] : []),
    ...(family.ladder.simulated ? ['The ranks share one device: no bandwidth here is a network’s.'] : []),
  ].join(' ');
}

function Choices({ landscape, context }: LandscapeShown): VNode {
  const { axes, across, up, fixed, slice, slices } = landscape;
  const { go } = context;
  const textsOf = (at: Params) =>
    fixed.flatMap(({ key }) => (at[key] === undefined ? [] : [`${key}=${valueText(at[key])}`]));
  const chosen = { across: across.id, up: up?.id ?? null, at: textsOf(slice.at) };
  const others = axes.filter((axis) => areApart(axis, across));
  return (
    <div class="choices" role="group" aria-label="What varies and what stays">
      <Menu
        id="across"
        label="along"
        options={axes.map(counted)}
        value={across.id}
        onPick={(id) => go({ ...chosen, across: id, up: null })}
      />
      <Menu
        id="up"
        label="and over"
        options={[['', 'nothing: a curve a rung'], ...others.map(counted)]}
        value={up?.id ?? ''}
        onPick={(id) => go({ ...chosen, up: id || null })}
      />
      {up ? <RungMenu landscape={landscape} context={context} /> : null}
      {fixed.map(({ key, value, values }) => (
        <Menu
          key={key}
          id={`at-${key}`}
          label={key}
          options={values.map((one) => [valueText(one)])}
          value={valueText(value)}
          onPick={(text) => {
            const picked = values.find((one) => valueText(one) === text) ?? value;
            go({ ...chosen, at: textsOf(withValue(slices, slice, key, picked)) });
          }}
        />
      ))}
    </div>
  );
}

function counted({ id, label, places }: UsefulAxis): MenuOption {
  return [id, `${label}: ${places} values`];
}

function RungMenu({
  landscape,
  context: { state, go },
}: Pick<LandscapeShown, 'landscape' | 'context'>): VNode {
  const rungs = rungsIn(landscape);
  return (
    <Menu
      id="rung"
      label="rung"
      options={[[fastestRung, 'the fastest of each cell'], ...rungs.map((rung) => [rung] as const)]}
      value={shownRung(landscape, state.rung)}
      onPick={(rung) => go({ rung })}
    />
  );
}

/** The rung that a map shows: the one asked for, else the fastest of each cell. */
function shownRung(landscape: Landscape, wanted: string | null): string {
  return rungsIn(landscape).find((rung) => rung === wanted) ?? fastestRung;
}

function Heat({ landscape, machine, context }: LandscapeShown): VNode | null {
  const map = heatMapOf(landscape, shownRung(landscape, context.state.rung));
  return map ? <HeatMapTable machine={machine.key} landscape={landscape} map={map} /> : null;
}

function Curves({ landscape, family, machine, context: { theme } }: LandscapeShown): VNode {
  const { curves } = landscape;
  const drawIt = useCallback(
    (canvas: HTMLCanvasElement) =>
      draw(canvas, landscapeConfig(landscape, { theme, simulated: family.ladder.simulated })),
    [landscape, theme],
  );
  const points = useMemo(
    () =>
      curves.flatMap((curve, datasetIndex) =>
        curve.spots.map(({ series }, index) => ({
          datasetIndex,
          index,
          text: describeSpot(landscape, curve, index),
          href: addressOfId(machine.key, series.id),
        })),
      ),
    [landscape],
  );
  return (
    <>
      <Key curves={curves} theme={theme} />
      <PointsPlot id="sweep-chart" label={summaryOf(landscape)} points={points} draw={drawIt} />
      <Knees landscape={landscape} />
    </>
  );
}

function Key({ curves, theme }: { readonly curves: readonly Curve[]; readonly theme: Theme }): VNode {
  return (
    <ul class="key">
      {curves.map(({ variant, place }) => (
        <li key={variant}>
          <LineSample style={seriesStyle(theme, place)} />
          {variant}
        </li>
      ))}
    </ul>
  );
}

function Knees({ landscape: { curves, across } }: Pick<LandscapeShown, 'landscape'>): VNode {
  const found = curves.flatMap((curve) => curve.knees.map((knee) => ({ curve, knee })));
  if (found.length === 0)
    return (
      <Hint>
        No curve here has a <Term word="knee" />: a rung needs five values and a bend.
      </Hint>
    );
  return (
    <>
      <h3>
        <Term word="knee">Knees</Term>
      </h3>
      <ul class="plain knees" aria-label="Knees">
        {found.map(({ curve, knee }) => {
          const at = curve.spots[knee.index]?.x;
          return (
            <li key={`${curve.variant} ${knee.x}`}>
              <b>{curve.variant}</b> bends at {typeof at === 'number' ? at.toLocaleString('en') : ''}:{' '}
              {kneeText(knee, across)}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The curves in words, for a reader who cannot see them. */
export function summaryOf(landscape: Landscape): string {
  const lines = landscape.curves.map(({ variant, spots }) => {
    const [first, last] = [spots[0], spots.at(-1)];
    if (!first || !last) return variant;
    const [from, to] = [first, last].map(({ measured }) => formatMetric(landscape, measured.value));
    return `${variant} from ${from} at ${valueText(first.x)} to ${to} at ${valueText(last.x)}`;
  });
  return `A curve a rung along ${landscape.across.label}: ${lines.join(', ')}. The table below has every point.`;
}
