// What the weekly workflow says: what a week has changed, in one issue of ours as long as it is open.
import { closeSync, openSync, readSync } from 'node:fs';
import type { Client } from '../api/client.ts';
import { addComment, ensureLabel, findIssue, openIssue } from '../api/issues.ts';

/** What is told, and by whom. */
export interface Week {
  readonly client: Client;
  /** `owner/name`. */
  readonly repository: string;
  readonly author: string;
  /** The file with the report, as Markdown. */
  readonly file: string;
}

const label = { name: 'kernel-trend', description: 'What changed in a week' } as const;

/** Opens the issue, or adds a comment to the one that is open. Throws where there is no report. */
export async function tellWeek({ client, repository, author, file }: Week): Promise<string> {
  const body = withoutMentions(readReport(file));
  await ensureLabel(client, repository, label);
  const place = { repository, author, label: label.name };
  const open = await findIssue(client, place);
  if (open === null) {
    const number = await openIssue(client, place, { title: 'Kernels, week by week', body });
    return `opened #${number}`;
  }
  await addComment(client, repository, { number: open, body });
  return `added the week to #${open}`;
}

// Compilers speak of `@compute`, which is somebody's name. A sign without width behind it makes it nobody's.
function withoutMentions(text: string): string {
  return text.replaceAll('@', '@\u200B');
}

// GitHub takes 65 536 characters, none of which has more than four bytes; an artifact can be of any size.
const mostBytes = 65_536;

function readReport(file: string): string {
  const bytes = Buffer.alloc(mostBytes + 1);
  const handle = openSync(file, 'r');
  const length = readSync(handle, bytes);
  closeSync(handle);
  const text = bytes.subarray(0, length).toString('utf8').trim();
  if (text === '' || length > mostBytes)
    throw new Error(
      `${file} has ${length > mostBytes ? `more than ${mostBytes} bytes` : 'no text'}: trend.sh writes it`,
    );
  return text;
}
