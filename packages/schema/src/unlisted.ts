// Cases that somebody asked for by their parameters: results of one moment, and no series of the family's own.
import type { Run } from './types.generated.ts';

/** The run without results of cases that their family does not list. */
export function listedOnly(run: Run): Run {
  return run.results.some(({ unlisted }) => unlisted)
    ? { ...run, results: run.results.filter(({ unlisted }) => !unlisted) }
    : run;
}
