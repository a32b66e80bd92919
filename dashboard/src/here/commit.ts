// The commit that the site was built from, which the build knows.
import type { Commit } from '@kernel-ladder/schema';

declare const SITE_COMMIT: Commit;

/** Dirty where the sources of the build were not those of the commit. */
export const siteCommit: Commit = SITE_COMMIT;
