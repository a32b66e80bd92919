// One issue of ours by its label, which weeks are told to.
import { ApiFailure } from './client.ts';
import type { Client } from './client.ts';
import { fieldOf, numberIn } from './fields.ts';

/** A label, and what it is for. */
export interface Label {
  readonly name: string;
  readonly description: string;
}

/** Makes a label where there is none of its name. */
export async function ensureLabel(client: Client, repository: string, label: Label): Promise<void> {
  try {
    await client.request(`/repos/${repository}/labels/${encodeURIComponent(label.name)}`);
  } catch (error) {
    if (!(error instanceof ApiFailure && error.status === 404)) throw error;
    await client.request(`/repos/${repository}/labels`, { method: 'POST', body: label });
  }
}

/** Which issue it is: whose, and under which label. */
export interface IssuePlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly author: string;
  readonly label: string;
}

/** The number of the newest open issue of ours; null where there is none. Pull requests and issues of others are none. */
export async function findIssue(
  client: Client,
  { repository, author, label }: IssuePlace,
): Promise<number | null> {
  const path = `/repos/${repository}/issues?state=open&labels=${encodeURIComponent(label)}`;
  const own = (await client.pages(path)).find(
    (issue) => fieldOf(issue, 'user.login') === author && fieldOf(issue, 'pull_request') === undefined,
  );
  return own === undefined ? null : numberIn(own, 'number');
}

/** Opens an issue and returns its number. */
export async function openIssue(
  client: Client,
  { repository, label }: IssuePlace,
  { title, body }: { readonly title: string; readonly body: string },
): Promise<number> {
  const issue = await client.request(`/repos/${repository}/issues`, {
    method: 'POST',
    body: { title, body, labels: [label] },
  });
  return numberIn(issue, 'number');
}

/** Adds a comment to an issue. */
export async function addComment(
  client: Client,
  repository: string,
  { number, body }: { readonly number: number; readonly body: string },
): Promise<void> {
  await client.request(`/repos/${repository}/issues/${number}/comments`, { method: 'POST', body: { body } });
}
