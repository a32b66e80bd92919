// The list of changes: by false discovery rate, each with its interval, its commits and whether the kernel is another one.
import type { JudgedChange, JudgedSeries, SiteJudgement, SiteRun } from '@kernel-ladder/schema';
import { el } from '../dom.ts';
import type { Child } from '../dom.ts';
import { formatEffect, formatEffects, formatP, shortCommit } from '../format.ts';
import { icon } from '../icons.ts';
import { commitAbout, commitCode, kernelText } from './commit.ts';
import { idLink, trendAddress } from './id-link.ts';
import { listing } from './listing.ts';

/** Builds the section. */
export function changesView(judgement: SiteJudgement): HTMLElement {
  const { changes } = judgement;
  return el(
    'section',
    { id: 'changes', 'aria-labelledby': 'changes-title' },
    el('header', {}, el('h2', { id: 'changes-title' }, 'Changes of level')),
    el('p', {}, summaryOf(judgement)),
    ...aboutOf(judgement).map((text) => el('p', { class: 'hint' }, text)),
    ...(changes.length > 0 ? [table(judgement)] : []),
    ...anchors(judgement),
  );
}

/** How many ids can be judged at all, and what was found in those. */
export function summaryOf({ changes, series, runs }: SiteJudgement): string {
  const ready = series.filter(isReady).length;
  const scope = `${ready} of ${series.length} ids have enough points to be judged, over ${runs.length} runs of clean commits.`;
  if (ready === 0) return scope;
  // What may be the card alone is no regression, and no improvement.
  const count = (direction: JudgedChange['direction']) =>
    changes.filter((one) => one.direction === direction && !one.cards).length;
  const onCards = changes.filter(({ cards }) => cards).length;
  const others =
    onCards === 0
      ? ''
      : ` ${counted(onCards, 'change')} came with another card, and may be the card alone: bench ab measures both commits on one.`;
  return `${scope} In them ${counted(count('regressed'), 'regression')} and ${counted(count('improved'), 'improvement')}.${others}`;
}

function isReady({ points, fewestPoints }: JudgedSeries): boolean {
  return points >= fewestPoints;
}

// Below the smallest number of points silence means nothing, and the page must not pass it off as a verdict.
function aboutOf({ changes, series }: SiteJudgement): readonly string[] {
  const effects =
    'Effects are of the median time, with 95 % intervals; q is the false discovery rate over all ids.';
  const longest = Math.max(0, ...series.map(({ points }) => points));
  const lacking = `A change shows from 8 recorded runs of an id on, from 6 where bench aa has launched one commit of it again and again, three of them after the change. The longest history has ${counted(longest, 'run')}; bench record adds to it.`;
  const isWhole = series.length > 0 && series.every(isReady);
  return [...(isWhole ? [] : [lacking]), ...(changes.length > 0 ? [effects] : [])];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const columns = ['Id', 'Change', 'Time', '95 % interval', 'Between commits', 'Kernel', 'q'] as const;

function table({ machineKey, changes, runs, series }: SiteJudgement): HTMLElement {
  const ids = series.map(({ id }) => id);
  const rows = changes.map((change): readonly Child[] => [
    idLink(machineKey, change.id, trendAddress(machineKey, change.id, ids)),
    directionBadge(change),
    formatEffect(change.effect),
    formatEffects(change.ciLow, change.ciHigh),
    commitRange(change, runs),
    kernelText(change.sameKernelHash, runs[change.before], runs[change.after]),
    formatP(change.q),
  ]);
  return listing({ label: 'Changes of level', id: 'changes-table' }, columns, rows);
}

/** A direction by shape, colour and word. */
function directionBadge({ direction, cards }: JudgedChange): HTMLElement {
  if (cards) {
    const ids = `${cards.before.join(', ')} → ${cards.now.join(', ')}`;
    const word = direction === 'regressed' ? 'slower' : 'faster';
    return el('span', { class: 'direction', title: ids }, icon(direction), `${word}, another card`);
  }
  return el('span', { class: `direction ${direction}` }, icon(direction), direction);
}

function commitRange(
  { before, after, earliest, latest }: JudgedChange,
  runs: readonly SiteRun[],
): HTMLElement {
  const range = el('span', {}, commitCode(runs[before]), ' … ', commitCode(runs[after]));
  if (earliest !== latest) {
    const ends = [runs[earliest], runs[latest]].map((run) => shortCommit(run?.commit.sha ?? ''));
    range.append(el('span', { class: 'remark' }, ` or any from ${ends.join(' to ')}`));
  }
  range.append(commitAbout(runs[after]));
  return range;
}

/** Levels that stay above their best, and levels that creep. */
function anchors({ machineKey, series }: SiteJudgement): readonly HTMLElement[] {
  const rows = series.flatMap(({ id, aboveBest, cards, drift }): readonly (readonly Child[])[] => {
    const remarks = [
      ...(aboveBest !== null && aboveBest > 0
        ? [`${formatEffect(aboveBest)} above its best recent level${cards ? ', on another card' : ''}`]
        : []),
      ...(drift
        ? [`drifts by ${formatEffect(drift.effect)} over its current level (p ${formatP(drift.p)})`]
        : []),
    ];
    return remarks.length > 0 ? [[idLink(machineKey, id), remarks.join('; ')]] : [];
  });
  if (rows.length === 0) return [];
  return [
    el('h3', {}, 'Where levels stand'),
    listing({ label: 'Where levels stand', id: 'levels-table' }, ['Id', 'Current level'], rows),
  ];
}
