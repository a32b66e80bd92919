// The dashboard's files are written from runs that do not contradict themselves, and read from wherever the page lies.
import { formatId } from '../id.ts';
import type { SiteFamily, SiteIndex, SitePoint, SiteSeries } from '../types.generated.ts';
import { caseContradiction } from './case.ts';
import { below, firstBelow, firstTwin } from './contradiction.ts';
import type { Contradiction } from './contradiction.ts';
import { machineContradiction } from './machine.ts';
import { comparableContradiction } from './outcome.ts';
import { rateContradiction } from './rates.ts';
import { disorder } from './timing.ts';

/** A machine that stands twice or is not what its key says. */
export function siteIndexContradiction({ machines }: SiteIndex): Contradiction | undefined {
  const twin = firstTwin(machines.map(({ machine }) => machine.key));
  if (twin !== undefined)
    return [`/machines/${twin}/machine/key`, `"${machines[twin]?.machine.key}" stands twice`];
  return firstBelow('/machines', machines, ({ machine }) => below('/machine', machineContradiction(machine)));
}

/** A run or a series that stands twice, or one that contradicts itself. */
export function siteFamilyContradiction(family: SiteFamily): Contradiction | undefined {
  const { runs, series } = family;
  const run = firstTwin(runs.map(({ runId }) => runId));
  if (run !== undefined) return [`/runs/${run}/runId`, `"${runs[run]?.runId}" stands twice`];
  const one = firstTwin(series.map(({ id }) => id));
  if (one !== undefined) return [`/series/${one}/id`, `"${series[one]?.id}" stands twice`];
  return firstBelow('/series', series, (each) => seriesContradiction(each, family));
}

function seriesContradiction(
  series: SiteSeries,
  { family, runs, peers = [] }: Pick<SiteFamily, 'family' | 'runs' | 'peers'>,
): Contradiction | undefined {
  const expected = formatId({ family, ...series });
  if (series.id !== expected) return ['/id', `must be "${expected}", not "${series.id}"`];
  const { points, work } = series;
  let before = -1;
  const found = firstBelow('/points', points, (point) => {
    if (point.run >= runs.length) return ['/run', `${point.run}, and there are ${runs.length} runs`];
    if (point.run <= before) return ['/run', `${point.run} stands after ${before}`];
    before = point.run;
    if ((point.peer ?? -1) >= peers.length)
      return ['/peer', `${point.peer}, and there are ${peers.length} peers`];
    return pointContradiction(point);
  });
  if (found) return found;
  // Older points may be of other work: the family counted it in another way then.
  const last = points.at(-1);
  const rate = last?.metrics && last.timing && rateContradiction(last.metrics, work, last.timing);
  return caseContradiction(series) ?? below(`/points/${points.length - 1}/metrics`, rate);
}

function pointContradiction(point: SitePoint): Contradiction | undefined {
  const { status, timing } = point;
  if (timing && status !== 'passed') return ['/timing', `is there, and the status is ${status}`];
  return comparableContradiction(point) ?? below('/timing', timing && disorder(timing));
}
