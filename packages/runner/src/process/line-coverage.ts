// Which lines of a package its tests reach, whichever of its scripts runs them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '@kernel-ladder/schema';
import type { CoverageMapData } from '@vitest/istanbul-lib-coverage';

/** What vitest's JSON reporter of coverage leaves in a package, of `test` and, where that counts lines too, of `test:whole`. */
export const coverageFiles = ['coverage/coverage-final.json', 'coverage/whole/coverage-final.json'] as const;

/** The share of the lines of a package, in per cent, that any of its scripts has reached; null where none has counted any. */
export async function linesReached(folder: string): Promise<number | null> {
  const counted = coverageFiles.map((file) => join(folder, file)).filter((file) => existsSync(file));
  if (counted.length === 0) return null;
  // Here alone: every command would load it as it starts.
  const { createCoverageMap } = await import('@vitest/istanbul-lib-coverage');
  const all = createCoverageMap();
  // Vitest has just written them, of the same sources.
  for (const file of counted) all.merge(readJson(file, readFileSync(file, 'utf8')) as CoverageMapData);
  const { pct } = all.getCoverageSummary().lines;
  return typeof pct === 'number' ? pct : null;
}
