// The trend's section: which series and what part of the history, the chart, what its marks mean, and the same numbers as a table.
import type { VNode } from 'preact';
import { trendConfig } from '../charts/trend.ts';
import { formatEffect, formatEffects } from '../format.ts';
import { breaksOf } from '../model/breaks.ts';
import { hiddenVariants } from '../model/hidden.ts';
import { joinKeys } from '../model/other-keys.ts';
import { judgedOf } from '../model/judged.ts';
import type { ChangeMark, Judged } from '../model/judged.ts';
import { pickSeries } from '../model/picked.ts';
import type { Picked } from '../model/picked.ts';
import { spanOf } from '../model/range.ts';
import { naturalScale, trendOver } from '../model/trend.ts';
import type { Trend } from '../model/trend.ts';
import { addressOf, formatHash, parseHash } from '../state.ts';
import type { ViewState } from '../state.ts';
import { counted } from '../ui/counted.ts';
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
  const { family, software, selection, state, judgement } = shown;
  const { metric } = selection;
  const picked = pickSeries(family, selection.case, { ids: state.series, metric });
  const { trend, breaks: keyBreaks } = joinedTrend(shown, picked);
  const span = spanOf(trend.columns, state.range);
  const view = { span, isDated: state.isDated, isRelative: state.isRelative };
  const judged = judgedOf(trend, judgement);
  const breaks = [...keyBreaks, ...breaksOf(trend.columns)];
  const hidden = picked.isOwnChoice ? [] : hiddenVariants(family, picked.series, state.hidden);
  const parts = { shown, picked, trend, view, judged, breaks, hidden };
  return (
    <section id="trend" aria-labelledby="trend-title">
      <header>
        <h2 id="trend-title">Trend over commits</h2>
        <AxisTools {...toolsOf(parts)} />
      </header>
      <SeriesTools trend={trend} picked={picked} shown={shown} hidden={hidden} />
      <TrendFigure {...parts} />
      {[...picked.notes, ...span.notes, ...notesOf(trend, { judged, breaks, view, software })].map((note) => (
        <Hint key={note}>{note}</Hint>
      ))}
      <OtherKeys shown={shown} />
      <Changes {...parts} />
      <HistoryTable trend={trend} span={span} software={software} kernels={family.kernels} />
    </section>
  );
}

// With the same series of the device's other keys, where the reader asks for them.
function joinedTrend({ family, machine, selection, otherKeys, otherFamilies }: Shown, picked: Picked) {
  const { metric } = selection;
  const ids = picked.series.map(({ id }) => id);
  const others = otherFamilies.map((other) => {
    const same = ids.flatMap((id) => other.series.find((one) => one.id === id) ?? []);
    const entry = otherKeys.find((one) => one.machine.key === other.machineKey);
    return trendOver(other, same, { metric, machine: entry?.machine ?? null });
  });
  return joinKeys(trendOver(family, picked.series, { metric, machine }), others);
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
  /** Variants that are left out. */
  readonly hidden: readonly string[];
}

function toolsOf({ shown, trend, view, hidden }: Parts) {
  const { state, go } = shown;
  const lines = trend.lines.filter(({ variant }) => !hidden.includes(variant));
  const scale = state.scale ?? naturalScale({ ...trend, lines });
  return { trend, span: view.span, scale, state, go, keys: shown.otherKeys };
}

function TrendFigure(parts: Parts): VNode {
  const { shown, trend, view, judged, breaks, hidden } = parts;
  const { simulated, software, theme } = shown;
  const tools = toolsOf(parts);
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
        data={dataOf(parts)}
        addressOf={(column) => columnAddress(trend.columns[column])}
        onSpan={(next) => isAddressed(tools.state) && goTo(tools, next)}
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

// A zoom by the wheel tells of itself a moment later: who has gone elsewhere since stays there.
function isAddressed(state: ViewState): boolean {
  return formatHash(parseHash(location.hash)) === formatHash(state);
}

// What tests and scripts read of the canvas.
function dataOf(parts: Parts): Readonly<Record<string, string>> {
  const { shown, trend, view, hidden } = parts;
  return {
    metric: shown.selection.metric,
    scale: toolsOf(parts).scale,
    columns: String(view.span.last - view.span.first + 1),
    variants: visibleOf(trend, hidden).join(','),
    changes: String(marksShown(parts).length),
  };
}

const keysText =
  'Drag over a part to zoom in, or turn the wheel with Ctrl held. A click opens a commit, or a run whose code no commit holds. From the keyboard, the arrows walk through the commits of the chart, Enter opens one, + and - zoom, 0 shows all, [ and ] go to older and newer ones.';

// Where the history of this device goes on under another key.
function OtherKeys({ shown: { otherKeys, state } }: { readonly shown: Shown }): VNode | null {
  if (otherKeys.length === 0) return null;
  return (
    <Hint>
      This device under other machine keys:{' '}
      {otherKeys.map(({ machine, runs }, at) => (
        <span key={machine.key}>
          {at > 0 ? '; ' : ''}
          <a href={formatHash({ ...state, machine: machine.key, allKeys: false, range: null })}>
            {machine.key}
          </a>
          , driver {machine.driver}, webgpu {machine.webgpu}, {counted(runs, 'run')}
        </span>
      ))}
      . “Other keys” shows them here: lines of their own, as no time of one key is judged by those of another.
    </Hint>
  );
}

function marksShown({ judged, trend, view, hidden }: Parts): readonly ChangeMark[] {
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
    <details open={state.hidden === null}>
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
