// What publishing is asked for.
import type { KnownEvidence } from './completion.ts';

/** Where a site's data comes from. */
export interface SiteSources {
  readonly root: string;
  readonly history: string;
  /** The folder of run files that are in no history yet; null to leave them out. */
  readonly results: string | null;
  /** The folder of tuning tables, `FAMILY/MACHINE KEY.json`; null for those beside the kernels. */
  readonly tables?: string | null;
  /** Where the site will be, ending in a slash; null where nobody said. */
  readonly siteUrl?: string | null;
  /** The time in ms, which tells how old a file is; that of the clock where nobody said. */
  readonly now?: number;
  /** The checkout's evidence, of whoever has it already. */
  readonly evidence?: () => KnownEvidence;
}
