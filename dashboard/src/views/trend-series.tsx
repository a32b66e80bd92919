// Which lines the trend has: a button a line takes it out, and a menu puts any other series of the family beside them.
import type { SiteSeries } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { toggled } from '../model/hidden.ts';
import { addable } from '../model/picked.ts';
import type { Picked } from '../model/picked.ts';
import type { Trend, TrendLine } from '../model/trend.ts';
import { seriesStyle } from '../theme.ts';
import { LineSample } from '../ui/marks.tsx';
import { Options } from './controls.tsx';
import type { Shown } from './shown.ts';

/** The lines, and where they come from. */
export interface SeriesProps {
  readonly trend: Trend;
  readonly picked: Picked;
  readonly shown: Shown;
  /** Variants that are left out. */
  readonly hidden: readonly string[];
}

/** The variants of the trend that are drawn. */
export function visibleOf({ lines }: Trend, hidden: readonly string[]): readonly string[] {
  return lines.map((line) => line.variant).filter((variant) => !hidden.includes(variant));
}

/** Draws it. */
export function SeriesTools(props: SeriesProps): VNode {
  const { trend, picked, shown, hidden } = props;
  const { go } = shown;
  // Of another machine key each line goes with that of its own series.
  const lines = trend.lines.filter(({ id }) => picked.series.some((one) => one.id === id));
  const isWhole = visibleOf(trend, hidden).length === trend.lines.length;
  return (
    <div class="legend" role="group" aria-label="Series in the trend">
      {lines.map((line) =>
        picked.isOwnChoice ? (
          <ChosenButton key={line.id} line={line} {...props} />
        ) : (
          <VariantButton key={line.id} line={line} {...props} />
        ),
      )}
      <LeftOut {...props} />
      {isWhole ? null : (
        <button id="show-all" type="button" onClick={() => go({ hidden: [] })}>
          Show all
        </button>
      )}
      {picked.isOwnChoice ? (
        <button id="case-series" type="button" onClick={() => go({ series: [] })}>
          Rungs of the case
        </button>
      ) : null}
      <AddMenu {...props} />
    </div>
  );
}

// Why something is missing that nobody has taken out.
function LeftOut({ shown: { state }, hidden }: SeriesProps): VNode | null {
  if (state.hidden !== null || hidden.length === 0) return null;
  return (
    <span class="remark" id="left-out">
      {hidden.join(', ')} left out: rows of the host, whose times stretch the axis.
    </span>
  );
}

function VariantButton({ line, shown, hidden }: SeriesProps & { readonly line: TrendLine }): VNode {
  const { theme, go } = shown;
  const { variant, place } = line;
  const isHidden = hidden.includes(variant);
  return (
    <button
      id={`line-${variant}`}
      type="button"
      aria-pressed={!isHidden}
      onClick={() => go((now) => ({ hidden: toggled(now.hidden ?? hidden, variant) }))}
    >
      <LineSample style={seriesStyle(theme, place)} />
      {variant}
    </button>
  );
}

// One that the reader has chosen is taken away for good: the menu has it again.
function ChosenButton({ line, picked, shown }: SeriesProps & { readonly line: TrendLine }): VNode {
  const { theme, go } = shown;
  const left = picked.series.flatMap(({ id }) => (id === line.id ? [] : [id]));
  return (
    <button
      id={`line-${line.id}`}
      type="button"
      title={`Take ${line.id} away`}
      onClick={() => go({ series: left })}
    >
      <LineSample style={seriesStyle(theme, line.place)} />
      {line.name} <span aria-hidden="true">×</span>
      <span class="unseen">, take away</span>
    </button>
  );
}

function AddMenu({ picked, shown, hidden }: SeriesProps): VNode | null {
  const { family, selection, go } = shown;
  const others = addable(family, picked, selection.metric);
  if (others.length === 0) return null;
  const add = (id: string) => {
    const own = picked.series.filter(({ variant }) => !hidden.includes(variant));
    go({ series: [...own.map((one) => one.id), id], hidden: null });
  };
  return (
    <select
      id="add-series"
      class="add"
      aria-label="Add a series"
      value=""
      onChange={(event) => event.currentTarget.value && add(event.currentTarget.value)}
    >
      <option value="">Add a series…</option>
      <Options options={groupsOf(others)} />
    </select>
  );
}

function groupsOf(series: readonly SiteSeries[]) {
  return [...Map.groupBy(series, (one) => one.case)].map(([label, own]) => ({
    label,
    options: own.map(({ id, variant }) => [id, variant] as const),
  }));
}
