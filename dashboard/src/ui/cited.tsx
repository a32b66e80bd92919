// Sentences that cite a commit: its short hash leads to the commit's page.
import type { ComponentChildren } from 'preact';
import { shortCommit } from '../format.ts';
import { commitAddress } from '../state.ts';

/** Where a commit leads; null where that has no page. */
export type AddressOfSha = (sha: string) => string | null;

// The page of a commit finds a machine that measured it.
const anywhere: AddressOfSha = (sha) => commitAddress(null, sha);

/** A sentence around the link of the first of these commits that it has; as it is where it has none. */
export function cited(text: string, shas: readonly string[], addressOf = anywhere): ComponentChildren {
  const sha = shas.find((one) => text.includes(shortCommit(one)));
  const href = sha === undefined ? null : addressOf(sha);
  if (sha === undefined || href === null) return text;
  const short = shortCommit(sha);
  const at = text.indexOf(short);
  return [
    text.slice(0, at),
    <a key={sha} href={href}>
      <code>{short}</code>
    </a>,
    text.slice(at + short.length),
  ];
}
