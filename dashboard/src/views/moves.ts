// What no detector can judge yet: ids of few runs whose latest run is far from their best earlier one.
import type { SiteJudgement, SiteRun } from '@kernel-ladder/schema';
import { el } from '../dom.ts';
import type { Child } from '../dom.ts';
import { formatEffect, formatNumber, formatTime } from '../format.ts';
import { leastMove, movesOf } from '../model/moves.ts';
import type { Move } from '../model/moves.ts';
import { commitAbout, commitCode, kernelText } from './commit.ts';
import { idLink, trendAddress } from './id-link.ts';
import { listing } from './listing.ts';

/** Builds the section; nothing where every series is long enough to be judged. */
export function movesView(judgement: SiteJudgement): readonly HTMLElement[] {
  const { short, slower, faster } = movesOf(judgement);
  if (short === 0) return [];
  const percent = `${formatNumber(100 * leastMove, 1)}\u202f%`;
  const count = `${short} ids have too few runs to be judged. The latest run of ${slower.length} is slower than the best earlier one by more than ${percent}, that of ${faster.length} faster.`;
  return [
    el(
      'section',
      { id: 'moves', 'aria-labelledby': 'moves-title' },
      el('header', {}, el('h2', { id: 'moves-title' }, 'Moves in series too short to judge')),
      el('p', { class: 'hint' }, el('strong', {}, 'These are no verdicts. '), count, ` ${noVerdict}`),
      ...(slower.length > 0 ? [table('Slower', slower, judgement)] : []),
      ...(faster.length > 0 ? [folded(faster, judgement)] : []),
    ),
  ];
}

const noVerdict =
  'Each row compares two runs, and either may be noise. bench ab measures two commits again, in turns; bench record adds runs until there are enough.';

function folded(faster: readonly Move[], judgement: SiteJudgement): HTMLElement {
  const summary = el('summary', {}, `${faster.length} faster than any earlier run`);
  return el('details', {}, summary, table('Faster', faster, judgement));
}

const columns = ['Id', 'Time', 'Best earlier run', 'Latest run', 'There since', 'Kernel'] as const;

function table(
  label: 'Slower' | 'Faster',
  moves: readonly Move[],
  { machineKey, runs, series }: SiteJudgement,
): HTMLElement {
  const ids = series.map(({ id }) => id);
  const rows = moves.map((move): readonly Child[] => [
    idLink(machineKey, move.id, trendAddress(machineKey, move.id, ids)),
    formatEffect(move.effect),
    timeAt(move.bestNs, runs[move.best]),
    timeAt(move.latestNs, runs[move.latest]),
    el('span', {}, commitCode(runs[move.since]), commitAbout(runs[move.since])),
    kernelText(move.sameKernelHash, runs[move.best], runs[move.latest]),
  ]);
  return listing({ label, id: `moves-${label.toLowerCase()}` }, columns, rows);
}

function timeAt(ns: number, run: SiteRun | undefined): HTMLElement {
  return el('span', {}, `${formatTime(ns)} at `, commitCode(run));
}
