// How our comment is known, and how one that is of an older commit says so.

/** The first line of every comment of ours. It is not seen, and tells the comment from others of the same author. */
export const marker = '<!-- kernel-ladder: bench -->';

const outdated =
  '> **Outdated**: this is of an earlier commit or base. Nothing has measured what the pull request is by now.';

/** The same comment, said to be of a commit that is no longer the head; null where it says so already. */
export function outdatedOf(body: string): string | null {
  const rest = body.slice(marker.length);
  return rest.startsWith(`\n${outdated}\n`) ? null : `${marker}\n${outdated}\n${rest}`;
}
