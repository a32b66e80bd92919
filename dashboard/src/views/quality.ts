// The sections of the judge's page.
import type { Quality } from '../quality.ts';
import { el, plainTable, scrollBox } from '../dom.ts';
import type { Child } from '../dom.ts';
import { formatEffect, formatNumber } from '../format.ts';
import {
  falseAlarmTable,
  launchTable,
  powerTable,
  rateCell,
  seriesLength,
  toneOf,
} from '../model/quality.ts';
import type { RateCell, RateTable } from '../model/quality.ts';
import { qualitySummary } from './quality-summary.ts';

/** The answer in short, then false alarms, steps found, the gate, paired blocks, and real launches where there are any. */
export function qualitySections(quality: Quality): readonly HTMLElement[] {
  return [
    qualitySummary(quality),
    falseAlarms(quality),
    power(quality, { effect: 0.05, after: 3 }),
    power(quality, { effect: 0.03, after: 5 }),
    verdicts(quality),
    ...launches(quality),
  ];
}

function section(id: string, title: string, ...content: readonly Child[]): HTMLElement {
  const heading = el('h2', { id: `${id}-title` }, title);
  return el('section', { id, 'aria-labelledby': `${id}-title` }, el('header', {}, heading), ...content);
}

function hint(text: string): HTMLElement {
  return el('p', { class: 'hint' }, text);
}

function falseAlarms(quality: Quality): HTMLElement {
  const about = `Series of ${seriesLength} runs in which nothing changed, in percent of series with any alarm, with 95 % intervals. Lower is better. detect is the judge of this site; the others are what else is in use. † held out: no setting was chosen on it.`;
  return section(
    'false-alarms',
    'False alarms',
    hint(about),
    rateTable('False alarms', 'Noise', falseAlarmTable(quality)),
  );
}

function power(quality: Quality, step: { readonly effect: number; readonly after: number }): HTMLElement {
  const title = `Steps of ${formatEffect(step.effect)} found from ${step.after} runs on`;
  const about = `Series of ${seriesLength} runs with one step before the last ${step.after}, in percent of steps found within two commits of their place. Higher is better, but only beside the false alarms above.`;
  const id = `power-${100 * step.effect}-${step.after}`;
  const delay = quality.delays.find(({ effect }) => effect === step.effect);
  const late = delay
    ? [
        hint(
          `Half of such steps are found ${delay.medianCommits ?? 'more than 20'} runs after they came, nine in ten after ${delay.p90Commits ?? 'more than 20'} (noise of 1 %).`,
        ),
      ]
    : [];
  return section(id, title, hint(about), rateTable(title, 'Noise', powerTable(quality, step)), ...late);
}

function rateTable(label: string, corner: string, { columns, rows }: RateTable): HTMLElement {
  const body = rows.map(({ name, cells }) => [name, ...cells.map(rateElement)]);
  return scrollBox(label, plainTable([corner, ...columns], body, { class: 'rates' }));
}

function rateElement(cell: RateCell | null): Child {
  if (!cell) return '—';
  const bar = el('span', { class: `rate-bar ${cell.tone}`, 'aria-hidden': 'true' });
  bar.style.setProperty('--share', String(cell.rate));
  return el('span', { class: 'rate' }, bar, el('b', {}, cell.text), el('small', {}, ` ${cell.interval}`));
}

function verdicts({ gate, blocks, coverage }: Quality): HTMLElement {
  const gateRows = gate.map(({ effect, sigma, suspected }) => [
    truthText(effect, sigma),
    rateElement(rateCell(suspected, effect === 0 ? 'wrong' : 'right')),
  ]);
  const names = Object.keys(blocks[0]?.verdicts ?? {});
  const blockRows = blocks.map(({ effect, sigma, verdicts: rates, meanBlocks }) => [
    truthText(effect, sigma),
    ...names.map((name) => {
      const rate = rates[name];
      return rate ? rateElement(rateCell(rate, toneOf(name, effect))) : '—';
    }),
    meanBlocks === null ? '—' : formatNumber(meanBlocks, 2),
  ]);
  const held = coverage.map(({ effect, after, covered }) => {
    const { text, interval } = rateCell(covered, 'right');
    return `${text} % (${interval}) for ${formatEffect(effect)} with ${after} runs after it`;
  });
  return section(
    'verdicts',
    'Gate and confirmation',
    hint('The gate suspects the newest of 50 ids that got slower; without a change: any suspect in a run.'),
    scrollBox('The gate', plainTable(['True change', 'Suspected, %'], gateRows, { class: 'rates narrow' })),
    hint('Two commits measured in turns, A B B A, until a verdict falls: verdicts in percent.'),
    scrollBox(
      'Paired blocks',
      plainTable(['True change', ...names, 'Blocks'], blockRows, { class: 'rates' }),
    ),
    hint(`The 95 % interval of a found step holds the true one in ${held.join(', ')}.`),
  );
}

function truthText(effect: number, sigma: number): string {
  return `${effect === 0 ? 'none' : formatEffect(effect)}, noise ${formatNumber(100 * sigma, 1)}\u202f%`;
}

function launches(quality: Quality): readonly HTMLElement[] {
  const { launches: rows } = quality;
  if (rows.length === 0) return [];
  const files = [...new Set(rows.map(({ file }) => file))].join(', ');
  const most = Math.max(...rows.map(({ found }) => found.trials));
  const about = `Up to ${most} trials on launches of one commit on real hardware (${files}), in percent with an alarm: as measured every alarm is false, with an effect it is right. The effect is in the last three launches, for gate and comparison in one, for blocks in the middle two of each four.`;
  return [
    section(
      'launches',
      'Real launches',
      hint(about),
      rateTable('Real launches', 'Judge', launchTable(quality)),
    ),
  ];
}
