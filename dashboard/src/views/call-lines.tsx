// Lines over the size of a message: the chart, a switch for each name, and every point under the keyboard.
import type { VNode } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { callConfig, describeCall, lookOf } from '../charts/allreduce.ts';
import { draw } from '../charts/chart.ts';
import type { CallLine } from '../model/allreduce.ts';
import { toggled } from '../model/hidden.ts';
import { seriesStyle } from '../theme.ts';
import { LineSample } from '../ui/marks.tsx';
import { PointsPlot } from '../ui/points-plot.tsx';
import { Hint } from '../ui/section.tsx';
import type { AllreduceShown } from './allreduce-shown.ts';
import { addressOfId } from './id-link.ts';

/** Lines, and what else decides about their chart. */
export interface CallLinesProps {
  readonly id: string;
  readonly label: string;
  readonly lines: readonly CallLine[];
  readonly shown: AllreduceShown;
}

const nothing: readonly string[] = [];

/** Draws them. */
export function CallLines(props: CallLinesProps): VNode {
  const { lines, shown } = props;
  const hidden = shown.context.state.hidden ?? nothing;
  const names = useMemo(() => [...new Set(lines.map(({ name }) => lookOf(name)))], [lines]);
  const visible = useMemo(() => lines.filter(({ name }) => !hidden.includes(lookOf(name))), [lines, hidden]);
  return (
    <>
      <Names {...props} names={names} />
      {visible.length > 0 ? (
        <Drawn {...props} lines={visible} names={names} />
      ) : (
        <Hint>Every line is taken out: the buttons above put them back.</Hint>
      )}
    </>
  );
}

type Named = CallLinesProps & { readonly names: readonly string[] };

function Names({ id, names, shown }: Named): VNode {
  const { state, theme, go } = shown.context;
  const toggle = (name: string) =>
    go((now) => {
      const next = toggled(now.hidden ?? nothing, name);
      return { hidden: next.length > 0 ? next : null };
    });
  return (
    <div class="legend" role="group" aria-label="Lines of the chart">
      {names.map((name, place) => {
        const isHidden = (state.hidden ?? nothing).includes(name);
        return (
          <button
            key={name}
            id={`${id}-line-${name.replaceAll(' ', '-')}`}
            type="button"
            aria-pressed={!isHidden}
            onClick={() => toggle(name)}
          >
            <LineSample style={seriesStyle(theme, place)} />
            {name}
          </button>
        );
      })}
    </div>
  );
}

function Drawn({ id, label, lines, names, shown }: Named): VNode {
  const { machine, metric, context } = shown;
  const { theme } = context;
  const drawIt = useCallback(
    (canvas: HTMLCanvasElement) => draw(canvas, callConfig(lines, { theme, metric, names })),
    [lines, theme, metric],
  );
  const points = useMemo(
    () =>
      lines.flatMap((line, datasetIndex) =>
        line.points.map((point, index) => ({
          datasetIndex,
          index,
          text: describeCall(point),
          href: point.id === null ? null : addressOfId(machine, point.id),
        })),
      ),
    [lines],
  );
  return <PointsPlot id={id} label={label} points={points} draw={drawIt} />;
}
