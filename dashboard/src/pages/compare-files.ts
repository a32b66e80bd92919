// The two sides that an address names: which they are, their runs, and what they say about each other.
import { compareSides, mayCompare, withKnownDrift } from '@kernel-ladder/publish/compare';
import type { ComparedSide, NoiseOf } from '@kernel-ladder/publish/compare';
import type { Machine, SiteRunFile, SiteRunList } from '@kernel-ladder/schema';
import type { Loaded } from '../data.ts';
import { fileNotices, noteLine } from '../messages.ts';
import { withoutVerdicts } from '../model/compared.ts';
import { naturalSides, sideNamed, sidesOf } from '../model/sides.ts';
import type { Side, Sides } from '../model/sides.ts';
import { loadNoise, loadRun, loadRunList } from '../run-data.ts';
import type { Shown } from '../views/compared.tsx';
import type { PageContext } from './context.ts';

/** What the page is drawn from; null is what did not come, or is not there. */
export interface CompareFiles {
  readonly picked: Picked | null;
  readonly notices: readonly HTMLElement[];
  readonly shown: Shown | null;
}

/** Loads both sides; `other` is the machine of the head. */
export async function loadSides(
  context: PageContext,
  machine: Machine,
  other: Machine,
): Promise<CompareFiles> {
  const isOne = machine.key === other.key;
  const [bases, heads] = await Promise.all([loadRunList(machine.key), loadRunList(other.key)]);
  const picked = pick(context, { bases, heads, isOne });
  const missing = [bases, ...(isOne ? [] : [heads])].flatMap((file) =>
    fileNotices(file, 'the list of its runs'),
  );
  if (!picked) return { picked, notices: missing, shown: null };
  const { faults, shown } = await compare({ machine, other, picked });
  return { picked, notices: [...picked.notes.map(noteLine), ...missing, ...faults], shown };
}

interface Lists {
  readonly bases: Loaded<SiteRunList>;
  readonly heads: Loaded<SiteRunList>;
  readonly isOne: boolean;
}

/** Which two of what there is. */
export interface Picked {
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
  readonly picked: Picked;
}

async function compare({
  machine,
  other,
  picked,
}: Machines): Promise<{ readonly faults: readonly HTMLElement[]; readonly shown: Shown | null }> {
  const { base, head } = picked;
  if (!base || !head) return { faults: [], shown: null };
  const [noise, was, is] = await Promise.all([
    loadNoise(machine.key),
    runsOf(machine.key, base),
    runsOf(other.key, head),
  ]);
  const faults = [
    ...fileNotices(noise, 'the noise between runs'),
    ...[...was, ...is].flatMap((file) => fileNotices(file, 'this run')),
  ];
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
