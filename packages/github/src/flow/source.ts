// Files of a pull request, to place annotations in them.
import { ApiFailure } from '../api/client.ts';
import type { Client } from '../api/client.ts';
import { fieldOf } from '../api/fields.ts';
import type { SourceOf } from './annotations.ts';

const mostFiles = 40;

/** Reads files at a commit, each once, a few at most: an annotation more is not worth the requests. */
export function sourceReader(client: Client, repository: string, sha: string): SourceOf {
  const known = new Map<string, string | null>();
  return async (path) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const text =
      known.size < mostFiles ? await read(client, `/repos/${repository}/contents/${path}?ref=${sha}`) : null;
    known.set(path, text);
    return text;
  };
}

async function read(client: Client, path: string): Promise<string | null> {
  try {
    const content = fieldOf(await client.request(path), 'content');
    return typeof content === 'string' ? Buffer.from(content, 'base64').toString('utf8') : null;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}
