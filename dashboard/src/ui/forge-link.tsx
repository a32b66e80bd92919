// Links to where the repository is read on the web.
import type { SiteIndex } from '@kernel-ladder/schema';
import type { ComponentChildren, VNode } from 'preact';
import { forgeAddress } from '../forge.ts';

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
