// A label is for the commit that it was put on, and so is what was said of it: any change of what would be measured takes both away.
import { ApiFailure } from '../api/client.ts';
import type { Client } from '../api/client.ts';
import { changeComment, findComment } from '../api/comments.ts';
import { numberIn } from '../api/fields.ts';
import { marker, outdatedOf } from '../comment/marker.ts';
import { label } from './admit.ts';

/** What changed, and who writes our comments. */
export interface Dropping {
  readonly client: Client;
  /** `owner/name`. */
  readonly repository: string;
  /** The event `pull_request_target`. */
  readonly event: unknown;
  readonly author: string;
}

/** Takes the label off a pull request, and says in our comment that it is outdated; neither need be there. */
export async function dropLabel({ client, repository, event, author }: Dropping): Promise<string> {
  const number = numberIn(event, 'pull_request.number');
  const said = await takeOff(client, repository, number);
  const place = { repository, number, author, marker };
  const comment = await findComment(client, place);
  const body = comment && outdatedOf(comment.body);
  if (comment && body !== null) await changeComment(client, place, { id: comment.id, body });
  return said;
}

async function takeOff(client: Client, repository: string, number: number): Promise<string> {
  try {
    await client.request(`/repos/${repository}/issues/${number}/labels/${label}`, { method: 'DELETE' });
    return `#${number} has lost the label ${label}: its commit is another`;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return `#${number} has no label ${label}`;
    throw error;
  }
}
