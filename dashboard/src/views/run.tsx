// One recorded run: where it comes from, what it ran on, how steady that was, and every result.
import type { SiteRunFile, SiteRunList } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { formatDate } from '../format.ts';
import { runBefore } from '../model/sides.ts';
import { formatMs } from '../model/spans.ts';
import type { PageContext } from '../pages/context.ts';
import { addressOf } from '../state.ts';
import { counted } from '../ui/counted.ts';
import { ForgeLink } from '../ui/forge-link.tsx';
import { CommitLink } from '../ui/links.tsx';
import { Section } from '../ui/section.tsx';
import { Facts } from '../ui/facts.tsx';
import type { Fact } from '../ui/facts.tsx';
import { RunFlags } from './run-list.tsx';
import { MachineSection } from './run-machine.tsx';
import { ResultsSection } from './run-results.tsx';
import { SessionsSection } from './run-sessions.tsx';
import { TimelinesSection } from './run-timelines.tsx';
import '../run.css';

/** A run and the list that it stands in; null where that did not come. */
export interface RunShown {
  readonly context: PageContext;
  readonly file: SiteRunFile;
  readonly list: SiteRunList | null;
}

/** Draws it. */
export function RunBody(shown: RunShown): VNode {
  const { run } = shown.file;
  return (
    <>
      <HeadSection {...shown} />
      <ResultsSection context={shown.context} run={run} />
      <TimelinesSection run={run} />
      <SessionsSection run={run} />
      <MachineSection machine={run.machine} />
    </>
  );
}

function HeadSection(shown: RunShown): VNode {
  const { run, file } = shown.file;
  const { list } = shown;
  const { commit, suite, id } = run.run;
  const listed = list?.runs.find((one) => one.run.runId === id);
  const { key } = run.machine;
  return (
    <Section
      id="run"
      title={
        <>
          {suite} suite at <CommitLink machine={key} commit={commit} />
        </>
      }
    >
      <p>
        <span class="subject">{commit.subject}</span> {listed ? <RunFlags row={listed.run} /> : null}
      </p>
      <Facts facts={factsOf(run)} />
      <Ways {...shown} />
      <p class="hint">
        {file === null ? (
          'A local run: its file is in results/, and not in the history.'
        ) : (
          <>
            Recorded as <code>dashboard/history/{file}</code>.
          </>
        )}
      </p>
    </Section>
  );
}

function Ways({ context, file: { run, file }, list }: RunShown): VNode {
  const { commit, id } = run.run;
  const { key } = run.machine;
  return (
    <nav class="neighbours" aria-label="More of this run">
      <a href={addressOf({ page: 'run', machine: key })}>All runs</a>
      <CompareLink machine={key} list={list} id={id} />
      <ForgeLink index={context.index} commit={commit.sha}>
        Commit on the web
      </ForgeLink>
      {file === null ? null : (
        <ForgeLink index={context.index} file={`dashboard/history/${file}`}>
          File on the web
        </ForgeLink>
      )}
    </nav>
  );
}

function CompareLink(props: {
  readonly machine: string;
  readonly list: SiteRunList | null;
  readonly id: string;
}): VNode | null {
  const { machine, list, id } = props;
  const before = list ? runBefore(list.runs, id) : undefined;
  if (!before) return null;
  return (
    <a id="compare-before" href={addressOf({ page: 'compare', machine, base: before.run.runId, head: id })}>
      Compare with the run before
    </a>
  );
}

function factsOf({ run, results, sessions }: SiteRunFile['run']): readonly Fact[] {
  const count = (status: string) => results.filter((one) => one.status === status).length;
  const spans = sessions.flatMap(({ spent }) => spent ?? []);
  const wallMs = spans.reduce((sum, span) => sum + span.wallMs, 0);
  const deviceMs = spans.reduce((sum, span) => sum + span.deviceMs, 0);
  const took =
    spans.length === 0
      ? 'not recorded in this run'
      : `${formatMs(wallMs)}, of which the device worked ${formatMs(deviceMs)}`;
  return [
    ['Began', `${formatDate(run.startedAt)} UTC`],
    ['Branch', run.commit.branch],
    ['Results', `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`],
    ['Took', took],
    ['Stable', stableText(sessions)],
    ['Selection', run.argv.length === 0 ? 'no words: all of the suite' : run.argv.join(' ')],
    ['Seed', String(run.seed)],
    ['Run', run.id],
  ];
}

function stableText(sessions: SiteRunFile['run']['sessions']): string {
  const unstable = sessions.filter(({ stable }) => !stable).length;
  if (unstable === 0) return `all of ${counted(sessions.length, 'session')}`;
  return `${unstable} of ${counted(sessions.length, 'session')} not`;
}
