// The site knows the commit that it is built from: what a visitor measures is a run of it.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { readCode } from '../../packages/runner/src/files/code.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Puts the commit of this checkout, or of its bundle, in the place of `SITE_COMMIT`; a tree with changes says that it is dirty. */
export function commitOfSite(): Plugin {
  return {
    name: 'commit-of-site',
    config: (_, { isPreview = false }) =>
      isPreview ? {} : { define: { SITE_COMMIT: JSON.stringify(readCode(root).commit) } },
  };
}
