// The results of one family on one machine: ladder, trend, sizes, roofline, checks and table.
import type { SiteChecks, SiteFamily, SiteJudgement } from '@kernel-ladder/schema';
import { controls, settled } from '../controls.ts';
import type { Offer } from '../controls.ts';
import { loadChecks, loadFamily, loadJudgement } from '../data.ts';
import type { Loaded } from '../data.ts';
import { byId } from '../dom.ts';
import { prefetchRuns, shownPages, withHistory } from '../history.ts';
import { machineCard } from '../machine.ts';
import { emptyMessage, faultMessage, fileNotices, noteLine } from '../messages.ts';
import { once } from '../once.ts';
import { selectSource, selectView } from '../selection.ts';
import type { Source } from '../selection.ts';
import { checksView } from '../views/checks.ts';
import { ladderView } from '../views/ladder.ts';
import { latestView } from '../views/latest.ts';
import { rangeNotices } from '../views/range.ts';
import { rooflineView } from '../views/roofline.ts';
import { sizesView } from '../views/sizes.ts';
import { trendView } from '../views/trend.ts';
import type { PageContext } from './context.ts';

interface Files {
  readonly family: Loaded<SiteFamily>;
  readonly checks: Loaded<SiteChecks>;
  readonly judgement: Loaded<SiteJudgement>;
}

const filesOf = once(async (key: string, family: string, kind: 'software' | 'hardware'): Promise<Files> => {
  const [series, checks, judgement] = await Promise.all([
    loadFamily(key, family),
    loadChecks(key, family),
    // Nobody judges a software adapter, so there is no such file to ask for.
    kind === 'software' ? noJudgement : loadJudgement(key),
  ]);
  return { family: series, checks, judgement };
});

const noJudgement = { status: 'absent', file: '' } as const;

/** Loads the family that the address names. */
export async function resultsPage(context: PageContext): Promise<() => void> {
  const source = selectSource(context.index, context.state);
  if (!source) return drawNothing;
  const { key, software } = source.machine.machine;
  const pages = shownPages(source.machine, context.state.until);
  prefetchRuns(key, pages);
  const files = await filesOf(key, source.family, software ? 'software' : 'hardware');
  const family = await shownFamily(files.family, { ...context, source, pages });
  return () => drawResults({ ...context, source }, { ...files, family });
}

interface Showing extends PageContext {
  readonly source: Source;
  readonly pages: readonly number[];
}

// With the newest points of the case that is shown, where the family's file has but few of each.
async function shownFamily(
  family: Loaded<SiteFamily>,
  { source, state, pages }: Showing,
): Promise<Loaded<SiteFamily>> {
  if (family.status !== 'loaded') return family;
  const selection = selectView(family.value, source.machine.machine.software, state);
  return selection ? withHistory(family.value, selection.case, pages) : family;
}

function drawNothing(): void {
  byId('notices').replaceChildren(emptyMessage());
  byId('views').hidden = true;
}

function drawResults(base: PageContext & { readonly source: Source }, files: Files): void {
  const { source, state, theme, go } = base;
  const { machine } = source.machine;
  const { software } = machine;
  const { family } = files;
  const selection = family.status === 'loaded' ? selectView(family.value, software, state) : null;
  const [checks, judgement] = [valueOf(files.checks), valueOf(files.judgement)];
  const simulated = checks?.simulated ?? false;
  const offer: Offer = { ...base, selection, simulated };
  byId('controls').replaceChildren(...controls(offer, go));
  byId('machine').replaceChildren(...machineCard(source.machine));
  byId('views').hidden = !selection;
  const notes = [...source.notes, ...(selection?.notes ?? [])];
  byId('notices').replaceChildren(
    ...notes.map(noteLine),
    ...rangeNotices(source.machine, state),
    ...faultsOf(files, source),
    ...(simulated ? [noteLine(simulatedNote)] : []),
  );
  document.title = `${source.family} on ${machine.adapter.name} · Kernel Ladder`;
  if (!selection || family.status !== 'loaded') return;
  const shown = {
    family: family.value,
    machine,
    software,
    simulated,
    checks,
    judgement,
    selection,
    state: settled(offer),
    theme,
    go,
  };
  ladderView(byId('ladder'), shown);
  trendView(byId('trend'), shown);
  sizesView(byId('sizes'), shown);
  rooflineView(byId('roofline'), shown);
  latestView(byId('latest'), shown);
  checksView(byId('checks'), shown);
}

function valueOf<T>(file: Loaded<T>): T | null {
  return file.status === 'loaded' ? file.value : null;
}

const simulatedNote =
  'Simulated: the ranks of this family are buffers of one device. Times and bandwidths say how the steps of an algorithm run on it; they are no network’s.';

function faultsOf({ family, checks, judgement }: Files, source: Source): readonly HTMLElement[] {
  const beside = [
    ...fileNotices(checks, 'the edge cases'),
    ...fileNotices(judgement, 'levels and changes in the trend'),
  ];
  if (family.status === 'malformed') return [faultMessage(family), ...beside];
  if (family.status === 'absent')
    return [faultMessage(`${family.file}: named by data/index.json, but there is no such file`), ...beside];
  if (family.value.series.length > 0) return beside;
  return [faultMessage(`${source.family} has no results on this machine`), ...beside];
}
