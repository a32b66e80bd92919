// A check run with its annotations: GitHub takes fifty in one request.
import type { Conclusion } from '@kernel-ladder/publish/compare';
import type { Client } from './client.ts';
import { numberIn } from './fields.ts';

/** A remark on lines of a file, as the API takes it. */
export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: 'failure' | 'warning';
  readonly title: string;
  readonly message: string;
}

/** A check run that has ended. */
export interface Check extends Conclusion {
  readonly name: string;
  readonly headSha: string;
  readonly detailsUrl: string;
  /** Markdown. */
  readonly summary: string;
  readonly annotations: readonly Annotation[];
}

const perRequest = 50;

/** Makes a check run on a commit. */
export async function putCheck(client: Client, repository: string, check: Check): Promise<void> {
  const { name, headSha, detailsUrl, conclusion, title, summary, annotations } = check;
  const output = (from: number) => ({
    title: title.slice(0, 250),
    summary,
    annotations: annotations.slice(from, from + perRequest),
  });
  const ended = { name, head_sha: headSha, details_url: detailsUrl, status: 'completed', conclusion };
  const made = await client.request(`/repos/${repository}/check-runs`, {
    method: 'POST',
    body: { ...ended, output: output(0) },
  });
  const path = `/repos/${repository}/check-runs/${numberIn(made, 'id')}`;
  for (let from = perRequest; from < annotations.length; from += perRequest)
    await client.request(path, { method: 'PATCH', body: { output: output(from) } });
}
