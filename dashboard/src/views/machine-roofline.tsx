// The roofline of a machine: what is on it in menus, roofs and ladders as a chart, and what the roofs are.
import type { VNode } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { draw } from '../charts/chart.ts';
import { describeRoofPoint, rooflineConfig, shareText } from '../charts/roofline.ts';
import { rangeOf } from '../model/machine-roofline.ts';
import type { MachineRoofline } from '../model/machine-roofline.ts';
import type { RoofPoint } from '../model/roofline.ts';
import { addressOf, listOf } from '../state.ts';
import type { ViewState } from '../state.ts';
import { seriesStyle } from '../theme.ts';
import { counted } from '../ui/counted.ts';
import { LineSample } from '../ui/marks.tsx';
import { PointsPlot } from '../ui/points-plot.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { Term } from '../ui/term.tsx';
import { addressOfId } from './id-link.ts';
import { notesOf } from './roofline.tsx';
import { probeText } from './roofline-shown.ts';
import type { RooflineShown } from './roofline-shown.ts';

/** Draws it. */
export function MachineRooflineSection(shown: RooflineShown): VNode {
  const { roofline, context } = shown;
  const { dtype, arithmetic, points } = roofline;
  return (
    <Section id="machine-roofline" title={`Roofline of ${dtype}`}>
      <Families {...shown} />
      <Ranges context={context} />
      {arithmetic.length > 0 ? (
        <RoofChart {...shown} />
      ) : (
        <Hint>{whyNoChart(roofline, context.state.allCases)}</Hint>
      )}
      {arithmetic.length > 0 ? (
        <Hint>
          {counted(points.length, 'result')}, each the newest comparable time of a rung at its{' '}
          <Term word="intensity" />. {notesOf(roofline)} A thin line joins the rungs of one case in the order
          of their ladder. Requests are the bytes that a rung asks for: they are above 100 % of the time where
          caches serve them.
        </Hint>
      ) : null}
      <Probes roofline={roofline} />
    </Section>
  );
}

function whyNoChart({ dtype, points }: MachineRoofline, allCases: boolean): string {
  if (points.length > 0)
    return `No roof of arithmetic in ${dtype} was measured on this machine, so that there is no line to draw.`;
  return allCases
    ? `No result in ${dtype} counts operations, so that none has an intensity.`
    : `No headline case in ${dtype} counts operations: all cases are in the menu.`;
}

function Families({ roofline: { families, shown }, context: { go, theme } }: RooflineShown): VNode {
  const pick = (name: string, isOn: boolean) => {
    go((now) => {
      const taken = listOf(now.family);
      const before = taken.length > 0 ? taken : shown;
      const next = families.filter((one) => (one === name ? isOn : before.includes(one)));
      return { family: next.length === families.length ? null : next.join(',') };
    });
  };
  return (
    <fieldset class="choices">
      <legend>Families</legend>
      {families.map((name, place) => (
        <label key={name} for={`family-${name}`}>
          <input
            id={`family-${name}`}
            type="checkbox"
            checked={shown.includes(name)}
            // One family at least: none would be a chart of nothing.
            disabled={shown.length === 1 && shown.includes(name)}
            onChange={(event) => pick(name, event.currentTarget.checked)}
          />
          <LineSample style={seriesStyle(theme, place)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

const axes = [
  { key: 'intensity', label: 'Intensity', unit: 'operations a byte' },
  { key: 'rate', label: 'Rate', unit: '10⁹ operations/s' },
] as const;

function Ranges({ context: { state, go } }: Pick<RooflineShown, 'context'>): VNode {
  return (
    <fieldset class="choices">
      <legend>Ranges</legend>
      {axes.map(({ key, label, unit }) => (
        <RangeOf
          key={key}
          id={key}
          label={label}
          unit={unit}
          text={state[key]}
          onPick={(text) => go({ [key]: text })}
        />
      ))}
      {state.intensity !== null || state.rate !== null ? (
        <button type="button" id="whole" onClick={() => go({ intensity: null, rate: null })}>
          Everything
        </button>
      ) : null}
    </fieldset>
  );
}

interface RangeProps {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly text: string | null;
  readonly onPick: (text: string | null) => void;
}

function RangeOf({ id, label, unit, text, onPick }: RangeProps): VNode {
  const [from = '', to = ''] = (text ?? '').split('..');
  const end = (name: 'from' | 'to', value: string, pick: (value: string) => string) => (
    <input
      id={`${id}-${name}`}
      type="number"
      min="0"
      step="any"
      aria-label={`${label} ${name}, ${unit}`}
      placeholder={name}
      value={value}
      onChange={(event) => onPick(pick(event.currentTarget.value))}
    />
  );
  return (
    <label for={`${id}-from`}>
      {label} {end('from', from, (value) => `${value}..${to}`)}–
      {end('to', to, (value) => `${from}..${value}`)}
      <span class="remark">{unit}</span>
    </label>
  );
}

/** The ranges that an address asks for, as the chart takes them. */
export function rangesOf({ intensity, rate }: Pick<ViewState, 'intensity' | 'rate'>) {
  return { intensity: rangeOf(intensity), rate: rangeOf(rate) };
}

function RoofChart({ roofline, machine, context: { state, theme } }: RooflineShown): VNode {
  const ladders = useMemo(() => roofline.ladders.map(({ points }) => points), [roofline]);
  const drawIt = useCallback(
    (canvas: HTMLCanvasElement) =>
      draw(
        canvas,
        rooflineConfig(roofline, theme, {
          ladders,
          ...rangesOf(state),
          more: (point) => probeText(roofline, point),
        }),
      ),
    [roofline, theme, state.intensity, state.rate],
  );
  const points = useMemo(
    () =>
      roofline.points.map((point, at) => ({
        datasetIndex: roofline.arithmetic.length + ladders.length,
        // Drawn from the last to the first, so that the first lie on top.
        index: roofline.points.length - 1 - at,
        text: [...describeRoofPoint(point, roofline), ...probeText(roofline, point)],
        href: addressOfId(machine, point.id),
      })),
    [roofline],
  );
  return <PointsPlot id="machine-roofline-chart" label={summaryOf(roofline)} points={points} draw={drawIt} />;
}

/** The chart in words: of every ladder its last rung. */
export function summaryOf({ ladders, points, arithmetic }: MachineRoofline): string {
  const tops = ladders.flatMap(({ family, case: name, points: own }) => {
    const best = own.reduce<RoofPoint | null>(
      (most, one) => (most && most.gflops >= one.gflops ? most : one),
      null,
    );
    return best ? [`${family} ${name}: ${best.variant} ${shareText(best)}`] : [];
  });
  return `${points.length} results under ${arithmetic.length} roofs. The fastest of each ladder: ${tops.join('; ')}. The table below has every point.`;
}

function Probes({ roofline: { probes } }: Pick<RooflineShown, 'roofline'>): VNode | null {
  if (probes.size > 0)
    return (
      <Hint>
        {counted(probes.size, 'kernel')} of this machine {probes.size === 1 ? 'was' : 'were'} taken apart:
        each <Term word="perturbation" /> and what it did to the time stand beside the <Term word="bound" />{' '}
        that follows from the roofs.
      </Hint>
    );
  const item = addressOf({ page: 'curriculum', item: 'harness.bound-classification' });
  return (
    <Hint>
      No kernel was taken apart on this machine: each <Term word="perturbation" /> would stand beside the{' '}
      <Term word="bound" /> that it confirms. <a href={item}>Memory-bound or compute-bound</a> says what is
      missing and the command that brings it.
    </Hint>
  );
}
