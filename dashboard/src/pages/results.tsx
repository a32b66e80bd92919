// The results of one family on one machine: ladder, trend, rungs with their code, sizes, roofline, checks and table.
import type { SiteChecks, SiteFamily, SiteJudgement, SiteMachine } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { changed, pinned } from '../change.ts';
import { loadChecks, loadFamily, loadJudgement } from '../data.ts';
import type { Loaded } from '../data.ts';
import { prefetchRuns, shownPages, withHistory } from '../history.ts';
import { machineCard } from '../machine.ts';
import { emptyMessage, faultMessage, fileNotices, noteLine } from '../messages.ts';
import { oddResults } from '../model/odd-results.ts';
import { otherKeys } from '../model/other-keys.ts';
import { once } from '../once.ts';
import { selectSource, selectView } from '../selection.ts';
import type { Source } from '../selection.ts';
import { Raw } from '../ui/raw.tsx';
import { ChecksSection } from '../views/checks.tsx';
import { CodeSection } from '../views/code.tsx';
import { Controls, settled } from '../views/controls.tsx';
import type { Offer } from '../views/controls.tsx';
import { LadderSection } from '../views/ladder.tsx';
import { LatestSection } from '../views/latest.tsx';
import { rangeNotices } from '../views/range.ts';
import { RooflineSection } from '../views/roofline.tsx';
import { RungsSection } from '../views/rung-table.tsx';
import type { Shown } from '../views/shown.ts';
import { SizesSection } from '../views/sizes.tsx';
import { TrendSection } from '../views/trend.tsx';
import type { PageContext, Tree } from './context.ts';
import '../results.css';

interface Base extends PageContext {
  readonly source: Source;
  /** Other machine keys of the device. */
  readonly keys: readonly SiteMachine[];
}

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

const otherFamily = once(loadFamily);

const noJudgement = { status: 'absent', file: '' } as const;

/** Loads the family that the address names. */
export async function resultsPage(context: PageContext): Promise<Tree> {
  const source = selectSource(context.index, context.state);
  if (!source) return { controls: null, notices: <Raw nodes={[emptyMessage()]} />, body: null };
  const { key, software } = source.machine.machine;
  const pages = shownPages(source.machine, context.state.until);
  prefetchRuns(key, pages);
  const files = await filesOf(key, source.family, software ? 'software' : 'hardware');
  const family = await shownFamily(files.family, { ...context, source, pages });
  const keys = otherKeys(context.index, source.machine.machine, source.family);
  const wanted = context.state.allKeys ? keys : [];
  const others = await Promise.all(wanted.map((one) => otherFamily(one.machine.key, source.family)));
  return treeOf({ ...context, source, keys }, { ...files, family, others });
}

interface Showing extends PageContext {
  readonly source: Source;
  readonly pages: readonly number[];
}

// With the newest points of the cases that are shown, where the family's file has but few of each.
async function shownFamily(
  family: Loaded<SiteFamily>,
  { source, state, pages }: Showing,
): Promise<Loaded<SiteFamily>> {
  if (family.status !== 'loaded') return family;
  const selection = selectView(family.value, source.machine.machine.software, state);
  if (!selection) return family;
  const chosen = family.value.series.flatMap((one) => (state.series.includes(one.id) ? [one.case] : []));
  let joined: Loaded<SiteFamily> = family;
  for (const name of new Set([selection.case, ...chosen]))
    if (joined.status === 'loaded') joined = await withHistory(joined.value, name, pages);
  return joined;
}

type ShownFiles = Files & { readonly others: readonly Loaded<SiteFamily>[] };

function treeOf(base: Base, files: ShownFiles): Tree {
  const { source, state, theme, go, keys } = base;
  const { machine } = source.machine;
  const { software } = machine;
  const { family } = files;
  const selection = family.status === 'loaded' ? selectView(family.value, software, state) : null;
  const [checks, judgement] = [valueOf(files.checks), valueOf(files.judgement)];
  const simulated = checks?.simulated ?? false;
  const offer: Offer = { ...base, selection, simulated };
  const odd = family.status === 'loaded' ? oddResults(family.value, state) : [];
  const notes = [...source.notes, ...(selection?.notes ?? []), ...odd, ...(simulated ? [simulatedNote] : [])];
  const settledState = settled(offer);
  const choose: PageContext['go'] = (change) =>
    go((now) => changed(pinned(now, state, settledState), change));
  const shown: Shown | null =
    selection && family.status === 'loaded'
      ? {
          family: family.value,
          machine,
          software,
          simulated,
          checks,
          judgement,
          selection,
          otherKeys: keys,
          otherFamilies: files.others.flatMap((other) => valueOf(other) ?? []),
          state: settledState,
          theme,
          go: choose,
        }
      : null;
  return {
    title: `${source.family} on ${machine.adapter.name}`,
    controls: <Controls offer={offer} go={choose} />,
    notices: <Raw nodes={noticesOf(base, files, notes)} />,
    body: <Body source={source} shown={shown} />,
  };
}

function noticesOf(
  { source, state }: Base,
  files: ShownFiles,
  notes: readonly string[],
): readonly HTMLElement[] {
  return [
    ...notes.map(noteLine),
    ...rangeNotices(source.machine, state),
    ...faultsOf(files, source),
    ...othersFaults(files.others),
  ];
}

function Body({ source, shown }: { readonly source: Source; readonly shown: Shown | null }): VNode {
  return (
    <>
      <div id="machine" class="machine" role="group" aria-label="Machine">
        <Raw nodes={machineCard(source.machine)} />
      </div>
      {shown ? (
        <div id="views" class="views">
          <LadderSection shown={shown} />
          <TrendSection shown={shown} />
          <SizesSection shown={shown} />
          <RooflineSection shown={shown} />
          <RungsSection shown={shown} />
          <CodeSection shown={shown} />
          <LatestSection shown={shown} />
          <ChecksSection shown={shown} />
        </div>
      ) : null}
    </>
  );
}

function valueOf<T>(file: Loaded<T>): T | null {
  return file.status === 'loaded' ? file.value : null;
}

const simulatedNote =
  'Simulated: the ranks of this family are buffers of one device. Times and bandwidths say how the steps of an algorithm run on it; they are no network’s.';

function othersFaults(others: readonly Loaded<SiteFamily>[]): readonly HTMLElement[] {
  return others.flatMap((file) => fileNotices(file, 'the runs of another machine key'));
}

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
