// The kernel that a series had at a commit, by its hash.
import { parseId } from '@kernel-ladder/schema';
import type { SiteFamily } from '@kernel-ladder/schema';

/** The hash at the newest run of the commit; null where the families' files have no such point, as of long ago. */
export function kernelHashAt(families: readonly SiteFamily[], id: string, sha: string): string | null {
  const { family: name, variant, case: caseName } = parseId(id);
  const family = families.find((one) => one.family === name);
  const series = family?.series.find((one) => one.variant === variant && one.case === caseName);
  const point = series?.points.findLast(({ run }) => family?.runs[run]?.commit.sha === sha);
  return point?.kernelHash ?? null;
}
