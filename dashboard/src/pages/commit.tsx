// What one commit did to every series of a machine: by cause, series by series, and beside the other commits.
import { effectStates } from '@kernel-ladder/schema';
import type { Machine, SiteFamily } from '@kernel-ladder/schema';
import { noteLine, emptyMessage, faultMessage, fileNotices } from '../messages.ts';
import { commitNamed, verdictsAt } from '../model/measured.ts';
import type { OpenedCommit } from '../model/measured.ts';
import type { Taken } from '../model/taken.ts';
import { selectSource } from '../selection.ts';
import { FeedLink } from '../ui/feed-link.tsx';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Raw } from '../ui/raw.tsx';
import { Section } from '../ui/section.tsx';
import { CommitsTable } from '../views/commits.tsx';
import { CommitHead } from '../views/commit-head.tsx';
import { MovedSection } from '../views/moved.tsx';
import { SeriesSection } from '../views/series.tsx';
import type { PageContext, Tree } from './context.ts';
import { loadFamilies, loadMachine, openCommit } from './machine-files.ts';
import type { MachineFiles } from './machine-files.ts';
import { takenOf } from './taken-files.ts';

/** Loads the machine that the address names. */
export async function commitPage(context: PageContext): Promise<Tree> {
  const { index, state } = context;
  const source = selectSource(index, { ...state, family: null });
  if (!source) return { controls: null, notices: null, body: <Raw nodes={[emptyMessage()]} /> };
  const [files, { families, missing }] = await Promise.all([
    loadMachine(source.machine),
    loadFamilies(source.machine),
  ]);
  const { key } = source.machine.machine;
  const named = commitNamed(files.commits, state.commit) ?? files.commits.at(-1);
  const [opened, taken] = await Promise.all([named && openCommit(key, named), takenOf(key, files)]);
  const isState = state.status === null || effectStates.some((one) => one === state.status);
  const known = isState ? state : { ...state, status: null };
  const notes = [
    ...source.notes,
    ...(isState ? [] : [`No state “${state.status}” of a series here; showing any state.`]),
  ];
  return {
    controls: controlsOf(context, source.machine.machine),
    notices: (
      <Raw
        nodes={[
          ...notes.map(noteLine),
          ...noticesOf(files, [...missing, ...(opened?.missing ?? [])], state.commit),
        ]}
      />
    ),
    body: (
      <CommitBody
        context={{ ...context, state: known }}
        machine={key}
        files={files}
        families={families}
        commit={opened?.commit}
        taken={taken}
      />
    ),
  };
}

function controlsOf({ index, go }: PageContext, machine: Machine) {
  return (
    <>
      <MachineMenu index={index} machine={machine.key} onPick={(key) => go({ machine: key })} />
      <FeedLink machine={machine} />
    </>
  );
}

function noticesOf(
  { missing, commits }: MachineFiles,
  unopened: MachineFiles['missing'],
  wanted: string | null,
): readonly HTMLElement[] {
  const isUnknown = wanted !== null && commits.length > 0 && commitNamed(commits, wanted) === null;
  const note = `No recorded run of a commit “${wanted}” on this machine; showing the newest.`;
  return [
    ...(isUnknown ? [noteLine(note)] : []),
    ...[...missing, ...unopened].flatMap((file) => fileNotices(file, 'its series')),
  ];
}

interface BodyProps {
  readonly context: PageContext;
  readonly machine: string;
  readonly files: MachineFiles;
  readonly families: readonly SiteFamily[];
  readonly commit: OpenedCommit | undefined;
  readonly taken: ReadonlyMap<string, Taken>;
}

function CommitBody({ context, machine, files, families, commit, taken }: BodyProps) {
  const { commits, judgement, acknowledged } = files;
  if (!commit) {
    const remedy = 'no clean commit has a recorded run on this machine: bench record adds the first';
    return <Raw nodes={[faultMessage(remedy)]} />;
  }
  const verdicts = verdictsAt(judgement, commit.commit.sha);
  const shown = { machine, commit, commits, verdicts, acknowledged };
  const moved = { ...shown, families, context };
  return (
    <>
      <CommitHead {...shown} index={context.index} />
      <MovedSection {...moved} state="slower" title="Slower, by cause" />
      <MovedSection {...moved} state="faster" title="Faster, by cause" />
      <SeriesSection {...shown} context={context} />
      <Section id="commits" title="Commits measured on this machine">
        <CommitsTable
          machine={machine}
          commits={commits}
          taken={taken}
          id="commits-table"
          label="Commits measured on this machine"
        />
      </Section>
    </>
  );
}
