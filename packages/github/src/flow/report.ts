// The hosted half: after a GPU job has ended, its artifact is read as a stranger's, and the pull request is told. Which pull request
// that is, and which commit, GitHub says; the artifact has no part in it.
import { conclusionOf } from '@kernel-ladder/publish/compare';
import type { Conclusion, FailOn } from '@kernel-ladder/publish/compare';
import { putCheck } from '../api/checks.ts';
import type { Client } from '../api/client.ts';
import { putComment } from '../api/comments.ts';
import { fieldOf, numberIn, shaForm, textIn } from '../api/fields.ts';
import type { Artifact } from '../artifact/read.ts';
import { commentOf, marker, summaryOf } from '../comment/index.ts';
import type { Report } from '../comment/index.ts';
import { code } from '../comment/text.ts';
import { annotationsOf } from './annotations.ts';
import { changedFiles } from './changed.ts';
import { findArtifact } from './left.ts';
import type { EndedRun } from './left.ts';
import { sourceReader } from './source.ts';
import { titleForm } from './title.ts';

/** What the hosted half is told by its workflow. */
export interface Reporting {
  readonly client: Client;
  /** `owner/name`. */
  readonly repository: string;
  /** The event `workflow_run`. */
  readonly event: unknown;
  readonly failOn: FailOn;
  readonly site: string | null;
  /** How paths of families begin, up to the family's name. */
  readonly folders: readonly string[];
  /** Who writes the comment. */
  readonly author: string;
}

/** The file of the workflow whose runs are reported. A name can be anybody's; the file is in the default branch. */
export const reportedWorkflow = '.github/workflows/pull-request.yml';

interface Ended extends EndedRun {
  readonly number: number;
  readonly runUrl: string;
}

/** Tells the pull request of a GPU job, and returns a sentence on what was done. Throws where GitHub refuses. */
export async function reportRun(reporting: Reporting): Promise<string> {
  const ended = readEnded(reporting.event);
  if (typeof ended === 'string') return ended;
  const { client, repository } = reporting;
  const pull = await client.request(`/repos/${repository}/pulls/${ended.number}`);
  if (fieldOf(pull, 'state') !== 'open') return `#${ended.number} is no longer open: nothing is said`;
  if (textIn(pull, 'head.sha', shaForm) !== ended.headSha)
    return `#${ended.number} has a newer commit than ${ended.headSha}: nothing is said`;
  const branch = textIn(pull, 'base.ref');
  const artifact = await findArtifact(client, repository, { ...ended, branch });
  const told =
    typeof artifact === 'string'
      ? withoutNumbers(ended, artifact)
      : await withNumbers(reporting, { ...ended, pull }, artifact);
  await putCheck(client, repository, {
    name: 'bench',
    headSha: ended.headSha,
    detailsUrl: ended.runUrl,
    ...told.conclusion,
    summary: told.summary,
    annotations: told.annotations,
  });
  const place = { repository, number: ended.number, author: reporting.author, marker };
  const done = await putComment(client, place, told.comment);
  return `#${ended.number}: ${told.conclusion.title}; comment ${done}`;
}

function readEnded(event: unknown): Ended | string {
  const path = textIn(event, 'workflow_run.path').split('@')[0];
  if (path !== reportedWorkflow) return `a run of ${path} is none of ${reportedWorkflow}: nothing is said`;
  if (fieldOf(event, 'workflow_run.event') !== 'pull_request_target')
    return `${reportedWorkflow} ran for ${String(fieldOf(event, 'workflow_run.event'))}: nothing is said`;
  // The workflow of the default branch makes it of two values of the event.
  const [, number, headSha = ''] = titleForm.exec(textIn(event, 'workflow_run.display_title')) ?? [];
  if (number === undefined) return 'the run is of no labelled commit: nothing is said';
  return {
    number: Number(number),
    headSha,
    runId: numberIn(event, 'workflow_run.id'),
    runUrl: textIn(event, 'workflow_run.html_url', /^https:\/\/[^\s()]+$/),
    conclusion: textIn(event, 'workflow_run.conclusion', /^\w+$/),
    startedAt: textIn(event, 'workflow_run.run_started_at', /^[\d:TZ.-]+$/),
  };
}

interface Told {
  readonly comment: string;
  readonly summary: string;
  readonly conclusion: Conclusion;
  readonly annotations: Awaited<ReturnType<typeof annotationsOf>>;
}

async function withNumbers(
  reporting: Reporting,
  ended: Ended & { readonly pull: unknown },
  artifact: Artifact,
): Promise<Told> {
  const { client, repository, failOn, site, folders } = reporting;
  const { confirmed, run } = artifact;
  const conclusion = conclusionOf(confirmed, failOn);
  const { number, headSha, runUrl } = ended;
  const changed = await changedFiles(client, repository, ended.pull);
  const report: Report = {
    number,
    headSha,
    confirmed,
    results: run.results,
    changed,
    site,
    runUrl,
    conclusion,
  };
  const sourceOf = sourceReader(client, repository, headSha);
  const annotations = await annotationsOf(artifact, { sourceOf, folders });
  return { comment: commentOf(report), summary: summaryOf(report), conclusion, annotations };
}

function withoutNumbers({ headSha, runUrl }: Ended, why: string): Told {
  const summary = `### Kernel Ladder: no verdict\n\n${why}\n\n${code(headSha.slice(0, 12))}; [the run](${runUrl}) has the log.\n`;
  // Nothing was measured: that is no failure of the change, and nothing that clears it.
  const conclusion = { conclusion: 'neutral', title: 'no verdict' } as const;
  return { comment: `${marker}\n${summary}`, summary, conclusion, annotations: [] };
}
