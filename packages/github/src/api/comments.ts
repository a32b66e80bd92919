// One comment of ours in a pull request, made once and changed in place.
import { ApiFailure } from './client.ts';
import type { Client } from './client.ts';
import { fieldOf, numberIn, textIn } from './fields.ts';

/** Which comment it is: under which repository and pull request, by whom, and how it begins. */
export interface CommentPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly author: string;
  readonly marker: string;
}

/** A comment that is there. */
export interface FoundComment {
  readonly id: number;
  readonly body: string;
}

// Whoever writes a thousand comments before ours must not get a second one of us.
const mostPages = 100;

const mostAttempts = 4;

/** Our comment, the first one; null where there is none. Somebody else's with the same marker is none. */
export async function findComment(
  client: Client,
  { repository, number, author, marker }: CommentPlace,
): Promise<FoundComment | null> {
  const comments = await client.pages(`/repos/${repository}/issues/${number}/comments`, { mostPages });
  const own = comments.find((comment) => {
    const text = fieldOf(comment, 'body');
    return fieldOf(comment, 'user.login') === author && typeof text === 'string' && text.startsWith(marker);
  });
  return own === undefined ? null : { id: numberIn(own, 'id'), body: textIn(own, 'body') };
}

/** Gives a comment another text. */
export async function changeComment(
  client: Client,
  { repository }: Pick<CommentPlace, 'repository'>,
  { id, body }: FoundComment,
): Promise<void> {
  await client.request(`/repos/${repository}/issues/comments/${id}`, { method: 'PATCH', body: { body } });
}

/** Changes our comment, or makes it where there is none. Somebody else's with the same marker is left alone. */
export async function putComment(
  client: Client,
  place: CommentPlace,
  body: string,
): Promise<'created' | 'updated'> {
  const own = await findComment(client, place);
  if (own !== null) {
    await changeComment(client, place, { id: own.id, body });
    return 'updated';
  }
  return createComment(client, place, body);
}

// What creates is not asked for twice: after a fault it is looked for first.
async function createComment(
  client: Client,
  place: CommentPlace,
  body: string,
): Promise<'created' | 'updated'> {
  const path = `/repos/${place.repository}/issues/${place.number}/comments`;
  for (let attempt = 1; ; attempt++) {
    try {
      await client.request(path, { method: 'POST', body: { body } });
      return 'created';
    } catch (error) {
      if (attempt === mostAttempts || !(error instanceof ApiFailure && error.status >= 500)) throw error;
      await client.pause(attempt);
      if ((await findComment(client, place)) !== null) return 'created';
    }
  }
}
