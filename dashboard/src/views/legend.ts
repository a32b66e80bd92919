// Legends: the trend's, where a button a variant takes it out and puts it back, and the key of any other chart.
import { el } from '../dom.ts';
import { lineSample } from '../marks.ts';
import type { Trend } from '../model/trend.ts';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';
import type { Shown } from './shown.ts';

/** The variants of the trend that are drawn. */
export function visibleOf({ lines }: Trend, hidden: readonly string[]): readonly string[] {
  return lines.map((line) => line.variant).filter((variant) => !hidden.includes(variant));
}

/** Builds the buttons. */
export function legend(trend: Trend, shown: Shown): HTMLElement {
  const buttons = trend.lines.map(({ variant, place }) => legendButton(variant, place, shown));
  const isWhole = visibleOf(trend, shown.state.hidden).length === trend.lines.length;
  return el(
    'div',
    { class: 'legend', role: 'group', 'aria-label': 'Variants in the trend' },
    ...buttons,
    ...(isWhole ? [] : [showAllButton(shown)]),
  );
}

function legendButton(variant: string, place: number, { state, theme, go }: Shown): HTMLElement {
  const isHidden = state.hidden.includes(variant);
  const mark = lineSample(seriesStyle(theme, place));
  const attributes = { id: `line-${variant}`, type: 'button', 'aria-pressed': String(!isHidden) };
  const button = el('button', attributes, ...mark, variant);
  const without = state.hidden.filter((name) => name !== variant);
  button.addEventListener('click', () =>
    go({ ...state, hidden: isHidden ? without : [...without, variant] }),
  );
  return button;
}

function showAllButton({ state, go }: Shown): HTMLElement {
  const button = el('button', { id: 'show-all', type: 'button' }, 'Show all');
  button.addEventListener('click', () => go({ ...state, hidden: [] }));
  return button;
}

/** Variants beside their looks, where nothing is to be taken out. */
export function key(
  entries: readonly { readonly variant: string; readonly place: number }[],
  theme: Theme,
): HTMLElement {
  const names = entries.map(({ variant, place }) =>
    el('li', {}, ...lineSample(seriesStyle(theme, place)), variant),
  );
  return el('ul', { class: 'key' }, ...names);
}
