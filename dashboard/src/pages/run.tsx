// One recorded run with everything that its file says; without one, the newest runs of the machine.
import type { SiteMachine, SiteRunFile } from '@kernel-ladder/schema';
import { loadRuns } from '../data.ts';
import type { Loaded } from '../data.ts';
import { emptyMessage, fileNotices, noteLine } from '../messages.ts';
import { loadRun, loadRunList, loadSpeed } from '../run-data.ts';
import { selectSource } from '../selection.ts';
import { MachineMenu } from '../ui/machine-menu.tsx';
import { Raw } from '../ui/raw.tsx';
import { RunBody } from '../views/run.tsx';
import { RunsSection } from '../views/run-list.tsx';
import { SuiteSpeedSection } from '../views/suite-speed.tsx';
import type { PageContext, Tree } from './context.ts';

/** Loads the run that the address names, or the list of them. */
export async function runPage(context: PageContext): Promise<Tree> {
  const { index, state, go } = context;
  const source = selectSource(index, { ...state, family: null });
  if (!source) return { controls: null, notices: null, body: <Raw nodes={[emptyMessage()]} /> };
  const { key } = source.machine.machine;
  const [list, file, speed] = await Promise.all([
    loadRunList(key),
    state.run === null ? null : loadRun(key, state.run),
    state.run === null ? loadSpeed(key) : null,
  ]);
  const notices = [
    ...source.notes.map(noteLine),
    ...fileNotices(list, 'the list of runs'),
    ...(speed ? fileNotices(speed, 'how long the suites take') : []),
    ...(await runNotices(file, source.machine, state.run ?? '')),
  ];
  return {
    controls: (
      <MachineMenu
        index={index}
        machine={key}
        onPick={(machine) => go({ machine, run: null, status: null })}
      />
    ),
    notices: <Raw nodes={notices} />,
    body:
      file?.status === 'loaded' ? (
        <RunBody context={context} file={file.value} list={valueOf(list)} />
      ) : (
        <>
          <RunsSection context={context} machine={key} list={valueOf(list)} />
          {speed ? <SuiteSpeedSection speed={valueOf(speed)} machine={key} theme={context.theme} /> : null}
        </>
      ),
  };
}

async function runNotices(
  file: Loaded<SiteRunFile> | null,
  machine: SiteMachine,
  wanted: string,
): Promise<readonly HTMLElement[]> {
  if (file?.status === 'absent') return [noteLine(await whereOf(machine, wanted))];
  return file === null ? [] : fileNotices(file, 'this run');
}

function valueOf<T>(file: Loaded<T>): T | null {
  return file.status === 'loaded' ? file.value : null;
}

// A run too old to have a file here is still in the history, under the day and the hash of its commit.
async function whereOf({ machine, runPages = 0 }: SiteMachine, wanted: string): Promise<string> {
  for (let page = runPages - 1; page >= 0; page--) {
    const runs = await loadRuns(machine.key, String(page));
    const found = runs.status === 'loaded' ? runs.value.find(({ runId }) => runId === wanted) : undefined;
    if (!found) continue;
    const { date, sha } = found.commit;
    const name = `dashboard/history/${machine.key}/${date.slice(0, 10)}-${sha.slice(0, 8)}*.json`;
    return `The run “${wanted}” is older than the newest runs that this site has whole. Its file is ${name}.`;
  }
  return `No run “${wanted}” of this machine here; showing its newest runs.`;
}
