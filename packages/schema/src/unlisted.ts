// Cases that somebody asked for by their parameters: results of one moment, and no series of the family's own.
import type { Run } from './types.generated.ts';

/** The run without results of cases that their family does not list. */
export function listedOnly(run: Run): Run {
  const listed = lists.get(run.results) ?? listedIn(run.results);
  lists.set(run.results, listed);
  return listed === run.results ? run : { ...run, results: listed };
}

// Runs with the same words share their list, with these cases or without.
const lists = new WeakMap<Run['results'], Run['results']>();

function listedIn(results: Run['results']): Run['results'] {
  return results.some(({ unlisted }) => unlisted) ? results.filter(({ unlisted }) => !unlisted) : results;
}
