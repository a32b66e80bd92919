// The ladder's section: its heading, which run it shows, the rungs, what the run left out, and what the code brings.
import { metricTable } from '@kernel-ladder/schema';
import type { SiteRun } from '@kernel-ladder/schema';
import { ladderList } from '../charts/ladder.ts';
import { el } from '../dom.ts';
import { formatDate, metricLabel, shortCommit } from '../format.ts';
import { checksFor, summariseChecks } from '../model/checks.ts';
import { ladderOf } from '../model/ladder.ts';
import { latestRun } from '../model/rung.ts';
import { linesView } from './lines.ts';
import type { Shown } from './shown.ts';

/** Fills the section. */
export function ladderView(section: HTMLElement, shown: Shown): void {
  const { family, selection, simulated, theme } = shown;
  const run = latestRun(family, selection.case);
  const title = el('h2', { id: 'ladder-title' }, `${family.family} `, el('code', {}, selection.case));
  if (simulated) title.append(' ', el('span', { class: 'badge flag' }, 'simulated'));
  if (run === null) {
    section.replaceChildren(title, el('p', { class: 'hint' }, 'No run has this case.'));
    return;
  }
  const ladder = ladderOf(family, selection.case, run, selection.metric);
  const name = metricLabel(selection.metric, simulated);
  const label = `Ladder: ${name} of each variant, in ladder order`;
  const scale = `${name}, ${metricTable[selection.metric].better} is better. A full track is ${ladder.full}.`;
  section.dataset['metric'] = selection.metric;
  const lines = linesView(section, shown, run);
  section.replaceChildren(
    el('header', {}, title, runLine(family.runs[run])),
    ladderList(ladder, { label, theme, remarkOn: (variant) => breakRemark(variant, shown) }),
    el('p', { class: 'hint' }, `${scale} × is the speed-up over the first rung.`),
    ...absent(ladder.absent),
    ...lines.elements,
  );
  lines.draw();
}

// A variant that breaks on purpose must not pass for a safe one because it is fast.
function breakRemark(variant: string, { checks }: Shown): HTMLElement | null {
  const own = checksFor(checks, variant);
  const { breaks } = summariseChecks(own ?? { coverage: [] });
  const [first] = breaks;
  if (!first) return null;
  const title = `${breaks.map(({ count, set, because }) => `${count} × ${set}: ${because}`).join('; ')}. ${first.example}`;
  return el('span', { class: 'badge flag', title }, 'breaks as expected');
}

/** Names a run: commit, subject, date and what sets it apart. */
function runLine(run: SiteRun | undefined): HTMLElement {
  if (!run) return el('p', { class: 'run' }, 'unknown run');
  const { commit } = run;
  const flags = [...(commit.dirty ? ['dirty tree'] : []), ...(run.local ? ['local run'] : [])];
  return el(
    'p',
    { class: 'run' },
    el('code', { title: commit.sha }, shortCommit(commit.sha)),
    ` ${commit.subject} · ${formatDate(commit.date)} UTC · ${run.suite} suite`,
    ...flags.flatMap((flag) => [' ', el('span', { class: 'badge flag' }, flag)]),
  );
}

function absent(variants: readonly string[]): readonly HTMLElement[] {
  return variants.length > 0 ? [el('p', { class: 'hint' }, `Not in this run: ${variants.join(', ')}.`)] : [];
}
