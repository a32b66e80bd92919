// The verdicts on every machine of a site, and who takes which change.
import {
  acknowledgedAmong,
  isJudged,
  judgementFile,
  mayCompare,
  timesOf,
  withVerdicts,
  withoutAcknowledged,
} from '@kernel-ladder/publish';
import type { DataFile, KnownMachine, LevelTimes, SeriesTimes, SummedMachine } from '@kernel-ladder/publish';
import type { SiteJudgement } from '@kernel-ladder/schema';
import { acknowledgedOn, readAcknowledged } from '../files/acknowledged.ts';
import type { ReadAcknowledged } from '../files/acknowledged.ts';
import { readNoise } from '../judge/noise.ts';
import { besideFiles } from './beside.ts';
import type { Beside, BesideParts } from './beside.ts';
import { chunksOf } from './chunks.ts';
import type { Pool } from './pool.ts';
import type { SiteSources } from './sources.ts';

/** Where verdicts are made of what. */
export interface Judging extends Pick<SiteSources, 'root' | 'history'> {
  readonly pool: Pool;
}

const seriesAtOnce = 4;

/** What was found about a machine's speed. */
export interface JudgedMachine extends Pick<BesideParts, 'noise' | 'seen' | 'acknowledged'> {
  readonly files: readonly DataFile<SiteJudgement>[];
  readonly faults: readonly string[];
}

/** Judges machines side by side. */
export async function judgeMachines(
  judging: Judging,
  machines: readonly { readonly machine: SummedMachine }[],
) {
  const taken = readAcknowledged(judging.root);
  const found = await Promise.all(machines.map(({ machine }) => judgeMachine(judging, machine, taken)));
  return { taken, machines: found, faults: [...taken.faults, ...found.flatMap(({ faults }) => faults)] };
}

// Nobody judges times that may not be compared.
async function judgeMachine(
  { root, pool, history }: Judging,
  machine: SummedMachine,
  { all }: ReadAcknowledged,
): Promise<JudgedMachine> {
  const { key, entries, pages } = machine;
  const { noiseOf, known, faults } = readNoise(history, key);
  const acknowledged = acknowledgedOn(root, all, {
    machineKey: key,
    commits: [...new Set(entries.filter(isJudged).map(({ run }) => run.run.commit.sha))],
    ids: [...new Set(pages.flatMap(({ series }) => series.map(({ id }) => id)))],
  });
  const found = { noise: known, acknowledged, faults };
  const isComparable = entries.every(
    ({ head }) => mayCompare([{ machine: { key, software: head.software } }]).may,
  );
  if (!isComparable) return { ...found, seen: null, files: [] };
  const times = timesOf(machine, noiseOf);
  const series: SeriesTimes[] = [];
  // Threads judge the first while this one still gathers the others.
  const verdicts = await pool.all('judge', levelsOf(chunksOf(times.series, seriesAtOnce), series));
  const judged = withVerdicts(series, verdicts.flat());
  const file = judgementFile(times, judged, acknowledgedAmong(acknowledged.filter((one) => one !== null)));
  return { ...found, seen: { judgement: file.content, runs: times.runs, judged }, files: [file] };
}

// What a verdict is made of; the whole series go into `taken`.
function* levelsOf(
  pieces: Iterable<readonly SeriesTimes[]>,
  taken: SeriesTimes[],
): Generator<readonly LevelTimes[]> {
  for (const piece of pieces) {
    taken.push(...piece);
    yield piece.map(({ runs: _runs, ...own }) => own);
  }
}

/** What is counted of a machine's judgement: all but what somebody acknowledged. */
export function mutedIn({ files, acknowledged }: JudgedMachine): readonly SiteJudgement[] {
  const known = acknowledgedAmong(acknowledged.filter((one) => one !== null));
  return files.map(({ content }) => withoutAcknowledged(content, known));
}

/** What the site has of judged machines beside their series, and the acknowledgements that are to go, as what they muted has gone. */
export function besideMachines(
  { siteUrl = null }: Pick<SiteSources, 'siteUrl'>,
  machines: readonly KnownMachine[],
  { taken, machines: judged }: Awaited<ReturnType<typeof judgeMachines>>,
) {
  const beside = machines.flatMap((machine, at) => {
    const found = judged[at];
    const { adapter, backend } = machine.machine;
    const name = `${adapter.name}, ${backend}`;
    return found ? [besideFiles({ ...found, machine, name, siteUrl })] : [];
  });
  return { files: beside.flatMap((one) => one.files), remarks: uselessIn(taken, beside) };
}

function uselessIn({ all, places }: ReadAcknowledged, beside: readonly Beside[]): readonly string[] {
  const isOfUse = (at: number) => beside.some(({ areOfUse }) => areOfUse[at]);
  return all.flatMap(({ id, commit }, at) => {
    const said = `mutes nothing: no recorded speed of ${id} changed at ${commit}: correct it, or delete it`;
    return isOfUse(at) ? [] : [`${places[at]}: ${said}`];
  });
}
