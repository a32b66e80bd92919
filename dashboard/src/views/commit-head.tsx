// The head of the commit's page: which commit, its runs, the way to its neighbours, and what it did in sentences that add up.
import type { VNode } from 'preact';
import type { SiteIndex, SiteRun } from '@kernel-ladder/schema';
import { formatDate, shortCommit } from '../format.ts';
import { effectStates } from '@kernel-ladder/schema';
import type { EffectState } from '@kernel-ladder/schema';
import type { Measured } from '../model/measured.ts';
import { besideSuite } from '../model/suite-words.ts';
import { takenAt } from '../model/taken.ts';
import { addressOf, runAddress } from '../state.ts';
import { counted } from '../ui/counted.ts';
import { ForgeLink } from '../ui/forge-link.tsx';
import { Hint } from '../ui/section.tsx';
import { Term } from '../ui/term.tsx';
import type { CommitShown } from './commit-shown.ts';
import { RepairList } from './commits.tsx';

/** Draws it. */
export function CommitHead(shown: CommitShown & { readonly index: SiteIndex }): VNode {
  const { machine, commit, commits, verdicts } = shown;
  const { sha, subject, date, branch } = commit.commit;
  return (
    <section id="commit" aria-labelledby="commit-title">
      <header>
        <h2 id="commit-title">
          <code title={sha}>{shortCommit(sha)}</code> {subject}
        </h2>
        <Ways {...shown} />
      </header>
      <p>
        {formatDate(date)} UTC, {branch}; commit {commit.place + 1} of {commits.length} measured here.{' '}
        {commit.runs.map((run) => (
          <RunBadge key={run.runId} machine={machine} run={run} />
        ))}
      </p>
      {commit.interrupted > 0 ? (
        <p class="note" id="interrupted">
          <Interrupted {...commit} />
        </p>
      ) : null}
      <Summary {...shown} />
      <Counts machine={machine} commit={commit} />
      <Hint>
        Each series is compared with the commit before it that has a time of it, and counts as moved from 5 %
        on, or from three standard deviations where A/A launches know its noise. Two runs are no verdict:{' '}
        {verdicts.size === 0
          ? 'the judge has confirmed no change of level here'
          : `the judge has confirmed ${counted(verdicts.size, 'change')} of level here`}
        ; bench ab measures two commits again, in turns.
      </Hint>
    </section>
  );
}

function Ways({ machine, commit, commits, index }: CommitShown & { readonly index: SiteIndex }): VNode {
  const { sha } = commit.commit;
  return (
    <nav class="neighbours" aria-label="Commits beside this one">
      <Neighbour id="older" words="Older" machine={machine} commit={commits[commit.place - 1]} />
      <CompareLink machine={machine} commit={commit} before={commits[commit.place - 1]} />
      <ForgeLink index={index} commit={sha}>
        On the web
      </ForgeLink>
      <Neighbour id="newer" words="Newer" machine={machine} commit={commits[commit.place + 1]} />
    </nav>
  );
}

function CompareLink(props: {
  readonly machine: string;
  readonly commit: Measured;
  readonly before: Measured | undefined;
}): VNode | null {
  const { machine, commit, before } = props;
  if (!before) return null;
  const sides = { base: before.commit.sha, head: commit.commit.sha };
  return (
    <a id="compare-older" href={addressOf({ page: 'compare', machine, ...sides })}>
      Compare with the older
    </a>
  );
}

function Neighbour(props: {
  readonly id: string;
  readonly words: string;
  readonly machine: string;
  readonly commit: Measured | undefined;
}): VNode | null {
  const { id, words, machine, commit } = props;
  if (!commit) return null;
  const { sha, subject } = commit.commit;
  return (
    <a id={id} href={addressOf({ page: 'commit', machine, commit: sha })} title={subject}>
      {words} <code>{shortCommit(sha)}</code>
    </a>
  );
}

function RunBadge(props: { readonly machine: string; readonly run: SiteRun }): VNode {
  const { runId, suite, startedAt, interrupted } = props.run;
  return (
    <a
      class={interrupted === true ? 'badge flag' : 'badge'}
      href={runAddress(props.machine, runId)}
      title={`${formatDate(startedAt)} UTC`}
    >
      {suite} suite{besideSuite(props.run)}
      {interrupted === true ? ', interrupted' : ''}
    </a>
  );
}

function Interrupted({ interrupted, runs }: Measured): VNode {
  const which =
    runs.length === 1 ? (
      <>
        Its <Term word="run" /> was interrupted: what it
      </>
    ) : (
      <>
        {interrupted} of its {runs.length} <Term word="run">runs</Term> were interrupted: what they
      </>
    );
  return <>{which} did not reach is not measured here, and not gone.</>;
}

// What became of the slower ones, and what the faster ones are back from.
function Summary({ machine, commit, commits, acknowledged }: CommitShown): VNode {
  const { counts, repairs, standing, undone } = commit;
  const list = { machine, commits };
  const taken = takenAt(commit, acknowledged);
  return (
    <ul class="plain" id="summary">
      <li>
        {counts.slower === 0
          ? 'Nothing became slower here.'
          : `${counted(counts.slower, 'series')} became slower here.`}{' '}
        <RepairList {...list} repairs={repairs} words="back at" />
        {standing > 0 ? (
          <span class="fate unmet">{standing} still slower in the newest run of them</span>
        ) : null}{' '}
        {taken.slower > 0 ? `${taken.slower} acknowledged.` : null}
      </li>
      <li>
        {counts.faster === 0
          ? 'Nothing became faster here.'
          : `${counted(counts.faster, 'series')} became faster here.`}{' '}
        <RepairList {...list} repairs={undone} words="back from" />
      </li>
    </ul>
  );
}

/** What a state is called, and what it says of a series. */
export const stateTexts: { readonly [State in EffectState]: readonly [name: string, about: string] } = {
  slower: ['slower', 'The median time is longer than at the commit before.'],
  faster: ['faster', 'The median time is shorter than at the commit before.'],
  failing: ['failing', 'A run of this commit failed it.'],
  new: ['new', 'No earlier commit has it.'],
  gone: ['gone', 'The last whole run of the suite has it, and that of this commit does not.'],
  steady: ['steady', 'Within what counts as noise.'],
  unjudged: ['not judged', 'Timed, but without an earlier time, or with one that may not be compared.'],
  skipped: ['skipped', 'The device or the variant cannot run it.'],
  unmeasured: [
    'not measured here',
    'Known from earlier commits; no run of this one was asked for it, or reached it.',
  ],
};

// A count is a link to the series behind it.
function Counts({ machine, commit }: { readonly machine: string; readonly commit: Measured }): VNode {
  const { sha } = commit.commit;
  return (
    <ul class="states" id="states">
      {effectStates.map((state) => (
        <li key={state} data-state={state} class={commit.counts[state] === 0 ? 'none' : ''}>
          <a
            href={addressOf({ page: 'commit', machine, commit: sha, status: state })}
            title={stateTexts[state][1]}
          >
            <b>{commit.counts[state].toLocaleString('en')}</b> {stateTexts[state][0]}
          </a>
        </li>
      ))}
      <li data-state="series">
        <a href={addressOf({ page: 'commit', machine, commit: sha })}>
          = <b>{commit.series.toLocaleString('en')}</b> series known
        </a>
      </li>
    </ul>
  );
}
