// What git knows of a commit, as the forge tells it.
import { ApiFailure } from './client.ts';
import type { Client } from './client.ts';
import { fieldOf, listIn, shaForm, textIn } from './fields.ts';

/** The parents of a commit, the first one first; none where the repository has no such commit. */
export async function parentsOf(client: Client, repository: string, sha: string): Promise<readonly string[]> {
  try {
    const commit = await client.request(`/repos/${repository}/git/commits/${sha}`);
    return listIn(commit, 'parents').map((parent) => textIn(parent, 'sha', shaForm));
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return [];
    throw error;
  }
}

/** Whether a commit is one of a branch; false where the repository does not have it. */
export async function isOnBranch(
  client: Client,
  repository: string,
  { branch, sha }: { readonly branch: string; readonly sha: string },
): Promise<boolean> {
  // The commits between them are of no interest.
  const path = `/repos/${repository}/compare/${encodeURIComponent(branch)}...${sha}?per_page=1`;
  try {
    const status = fieldOf(await client.request(path), 'status');
    return status === 'identical' || status === 'behind';
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return false;
    throw error;
  }
}
