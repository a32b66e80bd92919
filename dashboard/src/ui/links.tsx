// What every mention of a commit or of a series leads to.
import type { VNode } from 'preact';
import type { SiteRun } from '@kernel-ladder/schema';
import { formatDate, shortCommit } from '../format.ts';
import { commitAddress } from '../state.ts';
import { addressOfId } from '../views/id-link.ts';

/** A commit of a machine. */
export interface CommitProps {
  readonly machine: string;
  readonly commit: Pick<SiteRun['commit'], 'sha' | 'subject'>;
}

/** The short hash, which leads to the page of the commit; the subject is its title. */
export function CommitLink({ machine, commit: { sha, subject } }: CommitProps): VNode {
  const code = <code title={subject}>{shortCommit(sha)}</code>;
  const href = commitAddress(machine, sha);
  return href === null ? code : <a href={href}>{code}</a>;
}

/** The commit of a run; the bare hash of one that the history does not have. */
export function RunLink(props: {
  readonly machine: string;
  readonly run: Pick<SiteRun, 'commit' | 'local'>;
}): VNode {
  const { machine, run } = props;
  if (!run.local && !run.commit.dirty) return <CommitLink machine={machine} commit={run.commit} />;
  return <code title={run.commit.subject}>{shortCommit(run.commit.sha)}</code>;
}

/** Day and subject, on a line below the hashes. */
export function CommitAbout({ commit: { date, subject } }: Pick<SiteRun, 'commit'>): VNode {
  return (
    <span class="about-commit">
      {formatDate(date).slice(0, 10)} {subject}
    </span>
  );
}

/** An id, which leads to its ladder and trend or to the address that is given; the bare text of what is no id. */
export function IdLink(props: {
  readonly machine: string;
  readonly id: string;
  readonly href?: string | null;
}): VNode {
  const { machine, id, href = addressOfId(machine, id) } = props;
  // Ids break at their slashes and commas, before they break inside a word.
  const text = <code class="id">{broken(id)}</code>;
  return href ? <a href={href}>{text}</a> : text;
}

function broken(id: string): readonly (VNode | string)[] {
  return id
    .split(/(?<=[/,])/)
    .flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, wholeType(part)]));
}

// A pair of types, as f16-f32, stays in one line.
function wholeType(part: string): VNode | string {
  const isPair = /^[a-z]+\d+-[a-z]+\d+$/.test(part);
  return isPair ? (
    <span key="type" class="whole-type">
      {part}
    </span>
  ) : (
    part
  );
}
