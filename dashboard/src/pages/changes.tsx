// The regressions page: which commits moved series, where levels changed, and what the newest commit is suspected of, on one machine.
import type { SiteFamily } from '@kernel-ladder/schema';
import type { ComponentChildren } from 'preact';
import { machineLabel } from '../machine.ts';
import { emptyMessage, faultMessage, fileNotices, hollow, noteLine } from '../messages.ts';
import { coverageOf } from '../model/coverage.ts';
import type { Taken } from '../model/taken.ts';
import { selectSource } from '../selection.ts';
import { FeedLink } from '../ui/feed-link.tsx';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Raw } from '../ui/raw.tsx';
import { AcknowledgedSection } from '../views/acknowledged.tsx';
import { ChangesSection } from '../views/changes.tsx';
import { CommitsSection } from '../views/moving.tsx';
import { MovesSection } from '../views/moves.tsx';
import { NoiseSection } from '../views/noise.tsx';
import { SuspectsSection } from '../views/suspects.tsx';
import type { PageContext, Tree } from './context.ts';
import { loadFamilies, loadMachine } from './machine-files.ts';
import type { MachineFiles } from './machine-files.ts';
import { takenOf } from './taken-files.ts';

/** Loads what is judged of the machine that the address names. */
export async function changesPage({ index, state, go }: PageContext): Promise<Tree> {
  const source = selectSource(index, { ...state, family: null });
  if (!source) return { controls: null, notices: null, body: <Raw nodes={[emptyMessage()]} /> };
  const { machine } = source.machine;
  const [files, { families, missing: unread }] = await Promise.all([
    loadMachine(source.machine),
    loadFamilies(source.machine),
  ]);
  const taken = await takenOf(machine.key, files);
  const notes = source.notes.map(noteLine);
  const missing = [...files.missing, ...unread].flatMap((file) => fileNotices(file, 'what it holds'));
  return {
    controls: (
      <>
        <MachineMenu index={index} machine={machine.key} onPick={(key) => go({ machine: key })} />
        <FeedLink machine={machine} />
      </>
    ),
    notices: <Raw nodes={machine.software ? notes : [...notes, ...missing]} />,
    body: machine.software ? (
      nothingJudged(machineLabel(machine))
    ) : (
      <Sections files={files} families={families} machine={machine.key} taken={taken} />
    ),
  };
}

function nothingJudged(machine: string): ComponentChildren {
  const text = `${machine} is a software adapter: its times prove nothing about speed, so nobody judges them.`;
  return (
    <section>
      <Raw nodes={[hollow('Nothing to judge', text)]} />
    </section>
  );
}

interface SectionsProps {
  readonly files: MachineFiles;
  readonly families: readonly SiteFamily[];
  readonly machine: string;
  readonly taken: ReadonlyMap<string, Taken>;
}

function Sections({ files, families, machine, taken }: SectionsProps) {
  const { judgement, commits, acknowledged } = files;
  const moving = <CommitsSection machine={machine} commits={commits} taken={taken} />;
  if (judgement === null) {
    const isTold = files.missing.length > 0;
    return isTold ? (
      moving
    ) : (
      <Raw nodes={[faultMessage(`data/judgement/${machine}.json: there is no such file`)]} />
    );
  }
  return (
    <>
      <SuspectsSection judgement={judgement} acknowledged={acknowledged} />
      <ChangesSection
        judgement={judgement}
        acknowledged={acknowledged}
        coverage={coverageOf(families, judgement)}
      />
      <AcknowledgedSection machine={machine} acknowledged={files.taken} />
      {moving}
      <MovesSection judgement={judgement} />
      <NoiseSection judgement={judgement} />
    </>
  );
}
