// Every family of a machine, what is judged of it, and what its commits did, for pages that show a machine as a whole.
import { effectsPage } from '@kernel-ladder/schema';
import type { SiteFamily, SiteJudgement, SiteMachine } from '@kernel-ladder/schema';
import { loadCommits, loadEffects, loadFamily, loadJudgement } from '../data.ts';
import type { Loaded } from '../data.ts';
import { effectsAt } from '../model/effects.ts';
import { measuredOf } from '../model/measured.ts';
import type { Measured, OpenedCommit } from '../model/measured.ts';
import { once } from '../once.ts';

/** What a page of a machine is drawn from. */
export interface MachineFiles {
  /** Null where the site has none: nobody judges a software adapter. */
  readonly judgement: SiteJudgement | null;
  readonly commits: readonly Measured[];
  /** Files that did not come or cannot be read; the page goes without them. */
  readonly missing: readonly Loaded<unknown>[];
}

const noJudgement = { status: 'absent', file: '' } as const;

const filesOf = once(async (key: string, kind: 'software' | 'hardware') => {
  const [judgement, commits] = await Promise.all([
    kind === 'software' ? noJudgement : loadJudgement(key),
    loadCommits(key),
  ]);
  return { judgement, commits };
});

/** Loads them, each once a visit. */
export async function loadMachine({ machine }: Pick<SiteMachine, 'machine'>): Promise<MachineFiles> {
  const { judgement, commits } = await filesOf(machine.key, machine.software ? 'software' : 'hardware');
  return {
    judgement: judgement.status === 'loaded' ? judgement.value : null,
    commits: commits.status === 'loaded' ? measuredOf(commits.value) : [],
    missing: [judgement, commits].filter(
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

/** A commit with what it did to every series; without any, and with the file, where that does not come. */
export async function openCommit(
  machineKey: string,
  commit: Measured,
): Promise<{ readonly commit: OpenedCommit; readonly missing: readonly Loaded<unknown>[] }> {
  const file = await effectsOf(machineKey, String(Math.floor(commit.place / effectsPage)));
  if (file.status !== 'loaded') return { commit: { ...commit, effects: [] }, missing: [file] };
  return { commit: { ...commit, effects: effectsAt(file.value, commit.place) }, missing: [] };
}
