// Two runs or commits side by side, judged as `bench compare` judges them.
import { compareSides, mayCompare, withKnownDrift } from '@kernel-ladder/publish/compare';
import type { ComparedSide, NoiseOf } from '@kernel-ladder/publish/compare';
import type { Machine, SiteRunFile, SiteRunList } from '@kernel-ladder/schema';
import type { Loaded } from '../data.ts';
import { emptyMessage, fileNotices, hollow, noteLine } from '../messages.ts';
import { withoutVerdicts } from '../model/compared.ts';
import { naturalSides, sideNamed, sidesOf } from '../model/sides.ts';
import type { Side, Sides } from '../model/sides.ts';
import { loadNoise, loadRun, loadRunList } from '../run-data.ts';
import { selectSource } from '../selection.ts';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Raw } from '../ui/raw.tsx';
import { Compared } from '../views/compared.tsx';
import type { Shown } from '../views/compared.tsx';
import { OtherMachineMenu, SideMenus } from '../views/side-menus.tsx';
import type { PageContext, Tree } from './context.ts';

/** Loads both sides that the address names. */
export async function comparePage(context: PageContext): Promise<Tree> {
  const { index, state, go } = context;
  const source = selectSource(index, { ...state, family: null });
  if (!source) return { controls: null, notices: null, body: <Raw nodes={[emptyMessage()]} /> };
  const { machine } = source.machine;
  const other = index.machines.find((one) => one.machine.key === state.other)?.machine ?? machine;
  const [bases, heads] = await Promise.all([loadRunList(machine.key), loadRunList(other.key)]);
  const picked = pick(context, { bases, heads, isOne: machine.key === other.key });
  const shown = await compare({ machine, other, picked });
  const controls = (
    <>
      <MachineMenu
        index={index}
        machine={machine.key}
        onPick={(key) => go({ ...state, machine: key, base: null, head: null, other: null })}
      />
      {picked === null ? null : <SideMenus context={context} {...picked} />}
      <OtherMachineMenu context={context} machine={machine.key} other={other.key} />
    </>
  );
  const notes = [...source.notes, ...(picked?.notes ?? [])].map(noteLine);
  const missing = [bases, ...(bases === heads ? [] : [heads])].flatMap((file) =>
    fileNotices(file, 'the list of its runs'),
  );
  return {
    controls,
    notices: <Raw nodes={[...notes, ...missing, ...(shown?.faults ?? [])]} />,
    body: shown?.shown ? <Compared {...shown.shown} context={context} /> : <Nothing />,
  };
}

function Nothing() {
  const remedy =
    'Two recorded runs of one machine are needed: bench run measures, bench record adds a run to the history.';
  return (
    <section>
      <Raw nodes={[hollow('Nothing to compare', remedy)]} />
    </section>
  );
}

interface Lists {
  readonly bases: Loaded<SiteRunList>;
  readonly heads: Loaded<SiteRunList>;
  readonly isOne: boolean;
}

interface Picked {
  readonly bases: Sides;
  readonly heads: Sides;
  readonly base: Side | null;
  readonly head: Side | null;
  readonly notes: readonly string[];
}

function pick({ state }: PageContext, lists: Lists): Picked | null {
  if (lists.bases.status !== 'loaded' || lists.heads.status !== 'loaded') return null;
  const [bases, heads] = [sidesOf(lists.bases.value), sidesOf(lists.heads.value)];
  const natural = naturalSides(heads);
  const base = sideNamed(bases, state.base);
  const head = sideNamed(heads, state.head);
  const shown = {
    base: base ?? (lists.isOne ? natural.base : naturalSides(bases).head),
    head: head ?? natural.head,
  };
  const notes = (['base', 'head'] as const).flatMap((key) => {
    const wanted = state[key];
    if (wanted === null || { base, head }[key] !== null) return [];
    const instead = shown[key] === null ? '' : `; showing ${shown[key]?.label}`;
    return [
      `No run or commit “${wanted}” among the newest runs that this site has of the machine${instead}. bench compare takes any two of the history.`,
    ];
  });
  return { bases, heads, ...shown, notes };
}

interface Machines {
  readonly machine: Machine;
  readonly other: Machine;
  readonly picked: Picked | null;
}

async function compare({
  machine,
  other,
  picked,
}: Machines): Promise<{ readonly faults: readonly HTMLElement[]; readonly shown: Shown | null } | null> {
  if (!picked?.base || !picked.head) return null;
  const { base, head } = picked;
  const [noise, was, is] = await Promise.all([
    loadNoise(machine.key),
    runsOf(machine.key, base),
    runsOf(other.key, head),
  ]);
  const faults = [...was, ...is].flatMap((file) => fileNotices(file, 'this run'));
  const [before, after] = [sideFrom(machine, was), sideFrom(other, is)];
  if (before.runs.length === 0 || after.runs.length === 0) return { faults, shown: null };
  const ids = noise.status === 'loaded' ? noise.value.ids : {};
  const isTwo = mayCompare([before, after]).reasons.includes('other-machine');
  const noiseOf: NoiseOf = (id) => {
    const known = isTwo ? undefined : ids[id];
    return known ? { sigma0: known.sigma, launches: known.launches } : {};
  };
  const judged = compareSides(before, after, { noiseOf, allowIncomparable: false, isWanted: () => true });
  const comparison = isTwo ? withoutVerdicts(judged, 'other-machine') : judged;
  return { faults, shown: { base, head, before, after, comparison } };
}

function runsOf(machine: string, { runs }: Side): Promise<readonly Loaded<SiteRunFile>[]> {
  // Oldest first, as launches follow one another.
  return Promise.all(runs.toReversed().map(({ run }) => loadRun(machine, run.runId)));
}

// The newest run knows the machine best.
function sideFrom(machine: Machine, files: readonly Loaded<SiteRunFile>[]): ComparedSide {
  const runs = files.flatMap((file) => (file.status === 'loaded' ? [withKnownDrift(file.value.run)] : []));
  return { machine: runs.at(-1)?.machine ?? machine, runs };
}
