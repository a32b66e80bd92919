// The site that shows the history: where it is, and the workflow that publishes it.
import { ApiFailure } from '../api/client.ts';
import type { Client } from '../api/client.ts';
import { textIn } from '../api/fields.ts';

/** Where GitHub Pages shows the site; empty where it shows none. Throws where that is no address of the web. */
export async function siteAddress(client: Client, repository: string): Promise<string> {
  try {
    const pages = await client.request(`/repos/${repository}/pages`);
    return textIn(pages, 'html_url', /^https?:\/\/[\w./:%~-]+$/);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return '';
    throw error;
  }
}

const publisher = 'dashboard.yml';

/** Starts the workflow that publishes the data branch. */
export async function publishSite(client: Client, repository: string): Promise<string> {
  const path = `/repos/${repository}/actions/workflows/${publisher}/dispatches`;
  await client.request(path, { method: 'POST', body: { ref: 'main' } });
  return `started ${publisher}`;
}
