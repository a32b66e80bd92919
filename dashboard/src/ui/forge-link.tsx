// Links to where the repository is read on the web.
import type { SiteIndex } from '@kernel-ladder/schema';
import type { ComponentChildren, VNode } from 'preact';

/** A commit or a file of the repository. */
export interface ForgeLinkProps {
  readonly index: SiteIndex;
  readonly commit?: string;
  /** A path from the root of the repository. */
  readonly file?: string;
  readonly children: ComponentChildren;
}

/** Draws the link; nothing where the site does not know its repository, or the commit is none. */
export function ForgeLink({ index, commit, file, children }: ForgeLinkProps): VNode | null {
  const href = forgeAddress(index.repository ?? null, { commit, file });
  return href === null ? null : <a href={href}>{children}</a>;
}

interface Named {
  readonly commit?: string | undefined;
  readonly file?: string | undefined;
}

/** The address of a commit, or of a file as it stands at the newest one; forges agree on both paths. Null of anything but https. */
export function forgeAddress(repository: string | null, { commit, file }: Named): string | null {
  if (repository === null || URL.parse(repository)?.protocol !== 'https:') return null;
  if (file !== undefined)
    return `${repository}/blob/HEAD/${file.split('/').map(encodeURIComponent).join('/')}`;
  return commit === undefined || /^0*$/.test(commit) ? null : `${repository}/commit/${commit}`;
}
