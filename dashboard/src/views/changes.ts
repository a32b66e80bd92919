// The list of changes: by false discovery rate, each with its interval, its commits and whether the kernel is another one.
import type { JudgedChange, JudgedSeries, SiteJudgement, SiteRun } from '@kernel-ladder/schema';
import { el, plainTable, scrollBox } from '../dom.ts';
import type { Child } from '../dom.ts';
import { formatEffect, formatEffects, formatP, shortCommit } from '../format.ts';
import { icon } from '../icons.ts';
import { idLink, trendAddress } from './id-link.ts';

/** Builds the section. */
export function changesView(judgement: SiteJudgement): HTMLElement {
  const { changes } = judgement;
  return el(
    'section',
    { id: 'changes', 'aria-labelledby': 'changes-title' },
    el('header', {}, el('h2', { id: 'changes-title' }, 'Changes of level')),
    el('p', { class: 'hint' }, summaryOf(judgement)),
    ...(changes.length > 0 ? [table(judgement)] : []),
    ...anchors(judgement),
  );
}

/** How many changes in how many histories; without any, what it takes to find one. */
export function summaryOf({ changes, series, runs }: SiteJudgement): string {
  const count = (direction: JudgedChange['direction']) =>
    changes.filter((one) => one.direction === direction).length;
  const scope = `${series.length} ids with two runs or more, over ${runs.length} runs of clean commits`;
  if (changes.length > 0)
    return `${counted(count('regressed'), 'regression')} and ${counted(count('improved'), 'improvement')} in ${scope}. Effects are of the median time, with 95 % intervals; q is the false discovery rate over all ids.`;
  return `No change found in ${scope}. ${needed(series)}`;
}

// Below the smallest number of points silence means nothing, and the page must not pass it off as a verdict.
function needed(series: readonly JudgedSeries[]): string {
  const longest = Math.max(0, ...series.map(({ points }) => points));
  const ready = series.filter(({ points, fewestPoints }) => points >= fewestPoints).length;
  const least = Math.min(...series.map(({ fewestPoints }) => fewestPoints), 8);
  if (ready === series.length && ready > 0) return 'Every history is long enough to show one.';
  return `A change shows from ${least} recorded runs of an id on, three of them after it: ${ready} of ${series.length} histories are as long, the longest has ${longest} runs. Record runs with bench record, or launch one commit again and again with bench aa.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const columns = ['Id', 'Change', 'Time', '95 % interval', 'Between commits', 'Kernel', 'q'] as const;

function table({ machineKey, changes, runs, series }: SiteJudgement): HTMLElement {
  const ids = series.map(({ id }) => id);
  const rows = changes.map((change): readonly Child[] => [
    idLink(machineKey, change.id, trendAddress(machineKey, change.id, ids)),
    directionBadge(change.direction),
    formatEffect(change.effect),
    formatEffects(change.ciLow, change.ciHigh),
    commitRange(change, runs),
    kernelText(change, runs),
    formatP(change.q),
  ]);
  return scrollBox('Changes of level', plainTable(columns, rows, { id: 'changes-table', class: 'listing' }));
}

/** A direction by shape, colour and word. */
function directionBadge(direction: JudgedChange['direction']): HTMLElement {
  return el('span', { class: `direction ${direction}` }, icon(direction), direction);
}

function commitRange(
  { before, after, earliest, latest }: JudgedChange,
  runs: readonly SiteRun[],
): HTMLElement {
  const range = el('span', {}, commit(runs[before]), ' … ', commit(runs[after]));
  if (earliest === latest) return range;
  const ends = [runs[earliest], runs[latest]].map((run) => shortCommit(run?.commit.sha ?? ''));
  range.append(el('span', { class: 'remark' }, ` or any from ${ends.join(' to ')}`));
  return range;
}

function commit(run: SiteRun | undefined): HTMLElement {
  return el('code', { title: run?.commit.subject ?? '' }, shortCommit(run?.commit.sha ?? ''));
}

function kernelText({ sameKernelHash, before, after }: JudgedChange, runs: readonly SiteRun[]): string {
  if (runs[before]?.commit.sha === runs[after]?.commit.sha) return 'same commit: not the code';
  if (sameKernelHash === null) return 'not known';
  return sameKernelHash ? 'unchanged: not the kernel' : 'changed';
}

/** Levels that stay above their best, and levels that creep. */
function anchors({ machineKey, series }: SiteJudgement): readonly HTMLElement[] {
  const rows = series.flatMap(({ id, aboveBest, drift }): readonly (readonly Child[])[] => {
    const remarks = [
      ...(aboveBest !== null && aboveBest > 0
        ? [`${formatEffect(aboveBest)} above its best recent level`]
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
    scrollBox('Where levels stand', plainTable(['Id', 'Current level'], rows, { class: 'listing' })),
  ];
}
