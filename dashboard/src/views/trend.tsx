// The trend's section: which series and what part of the history, the chart, what its marks mean, and the same numbers as a table.
import type { VNode } from 'preact';
import { trendConfig } from '../charts/trend.ts';
import { formatEffect, formatEffects } from '../format.ts';
import { breaksOf } from '../model/breaks.ts';
import { judgedOf } from '../model/judged.ts';
import type { ChangeMark, Judged } from '../model/judged.ts';
import { pickSeries } from '../model/picked.ts';
import type { Picked } from '../model/picked.ts';
import { spanOf } from '../model/range.ts';
import { naturalScale, trendOver } from '../model/trend.ts';
import type { Trend } from '../model/trend.ts';
import { addressOf } from '../state.ts';
import { RunLink } from '../ui/links.tsx';
import { Hint } from '../ui/section.tsx';
import { HistoryTable } from './history.tsx';
import type { Shown } from './shown.ts';
import { TrendFiles } from './trend-files.tsx';
import { notesOf, summaryOf } from './trend-notes.ts';
import { columnAddress } from './trend-pages.ts';
import { TrendPlot } from './trend-plot.tsx';
import { SeriesTools, visibleOf } from './trend-series.tsx';
import { AxisTools, goTo, zoomByKey, ZoomTools } from './trend-tools.tsx';

/** Draws the section. */
export function TrendSection({ shown }: { readonly shown: Shown }): VNode {
  const { family, machine, software, selection, state, judgement } = shown;
  const { metric } = selection;
  const picked = pickSeries(family, selection.case, { ids: state.series, metric });
  const trend = trendOver(family, picked.series, { metric, machine });
  const span = spanOf(trend.columns, state.range);
  const view = { span, isDated: state.isDated, isRelative: state.isRelative };
  const judged = judgedOf(trend, judgement);
  const breaks = breaksOf(trend.columns);
  const parts = { shown, picked, trend, view, judged, breaks };
  return (
    <section id="trend" aria-labelledby="trend-title">
      <header>
        <h2 id="trend-title">Trend over commits</h2>
        <AxisTools {...toolsOf(parts)} />
      </header>
      <SeriesTools trend={trend} picked={picked} shown={shown} />
      <TrendFigure {...parts} />
      {[...picked.notes, ...span.notes, ...notesOf(trend, { judged, breaks, view, software })].map((note) => (
        <Hint key={note}>{note}</Hint>
      ))}
      <Changes {...parts} />
      <HistoryTable
        trend={trend}
        span={span}
        machine={family.machineKey}
        software={software}
        kernels={family.kernels}
      />
    </section>
  );
}

/** What the section is drawn from. */
interface Parts {
  readonly shown: Shown;
  readonly picked: Picked;
  readonly trend: Trend;
  readonly view: Parameters<typeof summaryOf>[1] & {
    readonly isDated: boolean;
    readonly isRelative: boolean;
  };
  readonly judged: Judged;
  readonly breaks: ReturnType<typeof breaksOf>;
}

function toolsOf({ shown, trend, view }: Parts) {
  const { state, go } = shown;
  return { trend, span: view.span, scale: state.scale ?? naturalScale(trend), state, go };
}

function TrendFigure(parts: Parts): VNode {
  const { shown, picked, trend, view, judged, breaks } = parts;
  const { family, simulated, software, state, theme } = shown;
  const tools = toolsOf(parts);
  const hidden = picked.isOwnChoice ? [] : state.hidden;
  // Without a line every axis would be made up.
  if (visibleOf(trend, hidden).length === 0)
    return <p class="plot empty-plot">Every variant of this case is hidden. “Show all” puts them back.</p>;
  const { span } = view;
  const look = { ...view, theme, software, simulated, scale: tools.scale, hidden, judged, breaks };
  const config = trendConfig(trend, look);
  return (
    <>
      <TrendPlot
        trend={trend}
        view={view}
        hidden={hidden}
        software={software}
        theme={theme}
        config={config}
        label={summaryOf(trend, view)}
        data={dataOf(parts, hidden)}
        addressOf={(column) => columnAddress(family.machineKey, trend.columns[column])}
        onSpan={(next) => goTo(tools, next)}
        onKey={(key) => zoomByKey(tools, key)}
      />
      <div class="trend-tools">
        <ZoomTools {...tools} />
        <TrendFiles shown={shown} trend={trend} span={span} hidden={hidden} config={config} />
      </div>
      <p class="hint" id="trend-keys">
        {keysText}
      </p>
    </>
  );
}

// What tests and scripts read of the canvas.
function dataOf(parts: Parts, hidden: readonly string[]): Readonly<Record<string, string>> {
  const { shown, trend, view } = parts;
  return {
    metric: shown.selection.metric,
    scale: toolsOf(parts).scale,
    columns: String(view.span.last - view.span.first + 1),
    variants: visibleOf(trend, hidden).join(','),
    changes: String(marksShown(parts, hidden).length),
  };
}

const keysText =
  'Drag over a part to zoom in, or turn the wheel with Ctrl held. A click opens a commit. From the keyboard, the arrows walk through the commits of the chart, Enter opens one, + and - zoom, 0 shows all, [ and ] go to older and newer ones.';

function marksShown({ judged, trend, view }: Parts, hidden: readonly string[]): readonly ChangeMark[] {
  const { first, last } = view.span;
  return judged.marks.filter(({ id, column }) => {
    const line = trend.lines.find((one) => one.id === id);
    return line && !hidden.includes(line.variant) && column >= first && column <= last;
  });
}

function Changes({ judged: { marks }, trend, shown }: Parts): VNode | null {
  if (marks.length === 0) return null;
  const { family, state } = shown;
  return (
    <details open={state.hidden.length === 0}>
      <summary>{marks.length === 1 ? '1 change of level' : `${marks.length} changes of level`}</summary>
      <ul class="plain" id="trend-changes">
        {marks.map((mark) => (
          <Change key={`${mark.id} ${mark.column}`} mark={mark} trend={trend} machine={family.machineKey} />
        ))}
      </ul>
      <a href={addressOf({ page: 'changes', machine: family.machineKey })}>All changes on this machine</a>
    </details>
  );
}

interface ChangeProps {
  readonly mark: ChangeMark;
  readonly trend: Trend;
  readonly machine: string;
}

/** A change in words. */
function Change({ mark: { name, column, change }, trend, machine }: ChangeProps): VNode {
  const run = trend.columns[column];
  const kernel = { true: 'kernel unchanged', false: 'kernel changed', null: 'kernel not known' };
  return (
    <li>
      {name} {change.direction}: {formatEffect(change.effect)} in time (95 %{' '}
      {formatEffects(change.ciLow, change.ciHigh)}) at {run ? <RunLink machine={machine} run={run} /> : null},{' '}
      {kernel[`${change.sameKernelHash}`]}
    </li>
  );
}
