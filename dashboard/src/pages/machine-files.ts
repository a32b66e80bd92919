// Every family of a machine and what is judged of it, for pages that show a machine as a whole.
import { acknowledgedAmong } from '@kernel-ladder/publish/acknowledged';
import type { AcknowledgedAt } from '@kernel-ladder/publish/acknowledged';
import type { KnownAcknowledgement, SiteJudgement, SiteMachine } from '@kernel-ladder/schema';
import { loadFamily, loadJudgement } from '../data.ts';
import type { Loaded } from '../data.ts';
import { leastEffects } from '../model/effects.ts';
import { historyOf } from '../model/machine-history.ts';
import type { MachineHistory } from '../model/machine-history.ts';
import { measureCommits } from '../model/measured.ts';
import type { Measured } from '../model/measured.ts';
import { once } from '../once.ts';
import { loadAcknowledged } from '../run-data.ts';

/** What a page of a machine is drawn from. */
export interface MachineFiles {
  readonly history: MachineHistory;
  /** Null where the site has none: nobody judges a software adapter. */
  readonly judgement: SiteJudgement | null;
  readonly commits: readonly Measured[];
  /** Changes of speed that somebody knows of and takes, as a list and as a question. */
  readonly taken: readonly KnownAcknowledgement[];
  readonly acknowledged: AcknowledgedAt;
  /** Hashes of the kernels whose texts the site has. */
  readonly kernels: readonly string[];
  /** True where the families' files have the newest points alone: older commits are not in them. */
  readonly isRecent: boolean;
  /** Files that did not come or cannot be read; the page goes without them. */
  readonly missing: readonly Loaded<unknown>[];
}

const filesOf = once(async (key: string, families: string, kind: 'software' | 'hardware') => {
  const names = families.split('\n').filter(Boolean);
  const [judgement, taken, ...series] = await Promise.all([
    kind === 'software' ? noJudgement : loadJudgement(key),
    loadAcknowledged(key),
    ...names.map((name) => loadFamily(key, name)),
  ]);
  return { judgement, taken, series };
});

const noJudgement = { status: 'absent', file: '' } as const;

const computed = new WeakMap<object, MachineFiles>();

/** Loads them, each once a visit. */
export async function loadMachine({ machine, families }: SiteMachine): Promise<MachineFiles> {
  const kind = machine.software ? 'software' : 'hardware';
  const files = await filesOf(machine.key, families.join('\n'), kind);
  const known = computed.get(files);
  if (known) return known;
  const loaded = files.series.flatMap((file) => (file.status === 'loaded' ? [file.value] : []));
  const history = historyOf(machine.key, loaded);
  const judgement = files.judgement.status === 'loaded' ? files.judgement.value : null;
  const taken = files.taken.status === 'loaded' ? files.taken.value.acknowledged : [];
  const all = [files.judgement, files.taken, ...files.series];
  const result: MachineFiles = {
    history,
    judgement,
    taken,
    acknowledged: acknowledgedAmong(taken),
    kernels: [...new Set(loaded.flatMap(({ kernels }) => kernels))],
    isRecent: loaded.some(({ history: older }) => (older?.length ?? 0) > 0),
    commits: measureCommits(history, leastEffects(judgement)),
    missing: all.filter(
      (file) => file.status !== 'loaded' && !(file.status === 'absent' && file.file === ''),
    ),
  };
  computed.set(files, result);
  return result;
}

/** Says what a page of a machine with a long history does not look at. */
export function recentNote({ isRecent, commits }: MachineFiles): readonly string[] {
  if (!isRecent) return [];
  return [
    `This machine has more runs than one page of data holds: of each series the newest points alone are compared here, over ${commits.length} of its commits. The trend of a case has more.`,
  ];
}
