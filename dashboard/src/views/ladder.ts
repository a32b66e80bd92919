// The ladder's section: its heading, which run it shows, the rungs, what the run left out, and what the code brings.
import { metricTable } from '@kernel-ladder/schema';
import type { SiteRun } from '@kernel-ladder/schema';
import { ladderList } from '../charts/ladder.ts';
import { el } from '../dom.ts';
import { formatDate, isShare, metricLabel } from '../format.ts';
import { breaksBadge } from '../marks.ts';
import { breakingOf, checksFor, summariseChecks } from '../model/checks.ts';
import { ladderOf } from '../model/ladder.ts';
import type { Ladder } from '../model/ladder.ts';
import { latestRun, seriesAt } from '../model/rung.ts';
import { commitLink } from './commit.ts';
import { linesView } from './lines.ts';
import type { Shown } from './shown.ts';

/** Fills the section. */
export function ladderView(section: HTMLElement, shown: Shown): void {
  const { family, machine, selection, simulated, software, theme, checks } = shown;
  const run = latestRun(family, selection.case);
  const heading = { id: 'ladder-title', title: family.ladder.title };
  const title = el('h2', heading, `${family.family} `, el('code', {}, selection.case));
  if (simulated) title.append(' ', el('span', { class: 'badge flag' }, 'simulated'));
  if (run === null) {
    section.replaceChildren(title, el('p', { class: 'hint' }, 'No run has this case.'));
    return;
  }
  const { metric } = selection;
  const ladder = ladderOf(family, selection.case, run, {
    metric,
    software,
    machine,
    breaking: breakingOf(checks),
  });
  const name = metricLabel(metric, simulated);
  const label = `Ladder: ${name} of each variant, in ladder order`;
  const scale = `${name}, ${metricTable[metric].better} is better. A full track is ${ladder.full}.${isShare(metric) ? ownRoofs : ''}`;
  section.dataset['metric'] = metric;
  const lines = linesView(section, shown, run);
  section.replaceChildren(
    el('header', {}, title, runLine(family.machineKey, family.runs[run])),
    ladderList(ladder, { label, theme, remarkOn: (variant) => breakRemark(variant, shown) }),
    el('p', { class: 'hint' }, `${scale} × is the speed-up over the first rung.`),
    ...besideNote(ladder),
    ...baselineNote(ladder.baselineDoubt),
    ...absent(ladder.absent),
    ...rungTexts(shown),
    ...lines.elements,
  );
  lines.draw();
}

const ownRoofs =
  ' Each share is of the roof that it names: shares of different roofs rank nothing, times and rates do.';

// What each rung of the case changes and what holds it back, as far as the runs say it.
function rungTexts({ family, selection }: Shown): readonly HTMLElement[] {
  const own = new Set(seriesAt(family, selection.case).map(({ variant }) => variant));
  const rows = family.ladder.rungs.flatMap(({ name, summary, boundBy }) => {
    if (!own.has(name) || summary === undefined) return [];
    const bound = boundBy === undefined ? [] : [el('span', { class: 'detail' }, `held back by ${boundBy}`)];
    return [el('dt', {}, name), el('dd', {}, summary, ...bound)];
  });
  if (rows.length === 0) return [];
  const title = `What each rung of “${family.ladder.title}” changes`;
  return [el('details', { id: 'rung-texts' }, el('summary', {}, title), el('dl', {}, ...rows))];
}

// A variant that breaks on purpose must not pass for a safe one because it is fast.
function breakRemark(variant: string, { checks }: Shown): HTMLElement | null {
  const own = checksFor(checks, variant);
  const { breaks } = summariseChecks(own ?? { coverage: [] });
  const [first] = breaks;
  if (!first) return null;
  const title = `${breaks.map(({ count, set, because }) => `${count} × ${set}: ${because}`).join('; ')}. ${first.example}`;
  return breaksBadge(title);
}

function besideNote({ bars }: Ladder): readonly HTMLElement[] {
  if (bars.every(({ peer }) => peer === null)) return [];
  const ratio = bars.some(({ peer }) => peer?.over)
    ? ' “ours 2×” says that the fastest rung of its run takes half of that time.'
    : '';
  return [el('p', { class: 'hint' }, `Muted bars are somebody else’s.${ratio}`)];
}

function baselineNote(doubt: string | null): readonly HTMLElement[] {
  if (doubt === null) return [];
  const text = `≈ The first rung’s time is not comparable (${doubt}), so no speed-up over it is exact.`;
  return [el('p', { class: 'hint' }, text)];
}

/** Names a run: commit, subject, time and what sets it apart. */
function runLine(machine: string, run: SiteRun | undefined): HTMLElement {
  if (!run) return el('p', { class: 'run' }, 'unknown run');
  const { commit } = run;
  const flags = [...(commit.dirty ? ['dirty tree'] : []), ...(run.local ? ['local run'] : [])];
  return el(
    'p',
    { class: 'run' },
    commitLink(machine, run),
    ` ${commit.subject} · ${run.suite} suite, ${formatDate(run.startedAt)} UTC`,
    ...flags.flatMap((flag) => [' ', el('span', { class: 'badge flag' }, flag)]),
  );
}

function absent(variants: readonly string[]): readonly HTMLElement[] {
  return variants.length > 0 ? [el('p', { class: 'hint' }, `Not in this run: ${variants.join(', ')}.`)] : [];
}
