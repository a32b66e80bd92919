// Every family of a machine, what is judged of it, and what its commits did, for pages that show a machine as a whole.
import { acknowledgedAmong } from '@kernel-ladder/publish/acknowledged';
import type { AcknowledgedAt } from '@kernel-ladder/publish/acknowledged';
import { effectsPage } from '@kernel-ladder/schema';
import type { KnownAcknowledgement, SiteFamily, SiteJudgement, SiteMachine } from '@kernel-ladder/schema';
import { loadCommits, loadEffects, loadFamily, loadJudgement, made } from '../data.ts';
import type { Loaded } from '../data.ts';
import { effectsAt } from '../model/effects.ts';
import { measuredOf } from '../model/measured.ts';
import type { Measured, OpenedCommit } from '../model/measured.ts';
import { once } from '../once.ts';
import { loadAcknowledged } from '../run-data.ts';

/** What a page of a machine is drawn from. */
export interface MachineFiles {
  /** Null where the site has none: nobody judges a software adapter. */
  readonly judgement: SiteJudgement | null;
  readonly commits: readonly Measured[];
  /** Changes of speed that somebody knows of and takes, as a list and as a question. */
  readonly taken: readonly KnownAcknowledgement[];
  readonly acknowledged: AcknowledgedAt;
  /** Files that did not come or cannot be read; the page goes without them. */
  readonly missing: readonly Loaded<unknown>[];
}

const noJudgement = { status: 'absent', file: '' } as const;

const filesOf = once(async (key: string, kind: 'software' | 'hardware') => {
  const [judgement, commits, known] = await Promise.all([
    kind === 'software' ? noJudgement : loadJudgement(key),
    loadCommits(key),
    loadAcknowledged(key),
  ]);
  return { judgement, commits: made(commits, measuredOf), known };
});

/** Loads them, each once a visit. */
export async function loadMachine({ machine }: Pick<SiteMachine, 'machine'>): Promise<MachineFiles> {
  const files = await filesOf(machine.key, machine.software ? 'software' : 'hardware');
  const { judgement, commits, known } = files;
  const taken = known.status === 'loaded' ? known.value.acknowledged : [];
  return {
    judgement: judgement.status === 'loaded' ? judgement.value : null,
    commits: commits.status === 'loaded' ? commits.value : [],
    taken,
    acknowledged: acknowledgedAmong(taken),
    missing: [judgement, commits, known].filter(
      (file) => file.status !== 'loaded' && !(file.status === 'absent' && file.file === ''),
    ),
  };
}

const familiesOf = once(async (key: string, families: string) =>
  Promise.all(
    families
      .split('\n')
      .filter(Boolean)
      .map((name) => loadFamily(key, name)),
  ),
);

/** The families of a machine, and those files of theirs that did not come. */
export async function loadFamilies({ machine, families }: SiteMachine): Promise<{
  readonly families: readonly SiteFamily[];
  readonly missing: readonly Loaded<unknown>[];
}> {
  const files = await familiesOf(machine.key, families.join('\n'));
  return {
    families: files.flatMap((file) => (file.status === 'loaded' ? [file.value] : [])),
    missing: files.filter(({ status }) => status !== 'loaded'),
  };
}

const effectsOf = once(loadEffects);

// By the commit's place.
const openedOf = once(async (key: string, place: string) =>
  made(await effectsOf(key, String(Math.floor(Number(place) / effectsPage))), (effects) =>
    effectsAt(effects, Number(place)),
  ),
);

/** A commit with what it did to every series; without any, and with the file, where that does not come. */
export async function openCommit(
  machineKey: string,
  commit: Measured,
): Promise<{ readonly commit: OpenedCommit; readonly missing: readonly Loaded<unknown>[] }> {
  const effects = await openedOf(machineKey, String(commit.place));
  if (effects.status !== 'loaded') return { commit: { ...commit, effects: [] }, missing: [effects] };
  return { commit: { ...commit, effects: effects.value }, missing: [] };
}
