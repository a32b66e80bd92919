// The names of the site's data files, and the documents in them, held to their schemas.
import {
  packRows,
  parseKernel,
  parseSiteCase,
  parseSiteChecks,
  parseSiteCommits,
  parseSiteEffects,
  parseSiteFamily,
  parseSiteGrid,
  parseSiteIndex,
  parseSiteJudgement,
  parseSiteOverview,
  parseSiteRuns,
  parseSiteSpeed,
} from '@kernel-ladder/schema';
import type {
  KernelText,
  SiteCase,
  SiteChecks,
  SiteFamily,
  SiteIndex,
  SiteJudgement,
} from '@kernel-ladder/schema';
import type { AcknowledgedAt } from './acknowledged/known.ts';
import { checksOf } from './checks.ts';
import type { CommitDocuments } from './commits/documents.ts';
import { isJudged, siteRunOf } from './entries.ts';
import type { MachineEntries } from './entries.ts';
import { judgementOf, newestJudged } from './judge.ts';
import type { JudgedRuns, JudgedTimes } from './judge.ts';
import type { GridDocuments } from './grid/grid.ts';
import type { SourcedRun } from './order.ts';
import { caseFile, pageSize } from './page.ts';
import { pagesOf } from './site.ts';
import { newestSpeed, suitesOf } from './speed.ts';

/** One file of the site's data; the name is a path below its folder. */
export interface DataFile<Content = unknown> {
  readonly name: string;
  readonly content: Content;
}

/** Where each kind of document lies. */
export const dataName = {
  index: 'index.json',
  quality: 'quality.json',
  completion: 'curriculum/completion.json',
  items: 'curriculum/items.json',
  family: (machineKey: string, family: string) => `${machineKey}/${family}.json`,
  checks: (machineKey: string, family: string) => `checks/${machineKey}/${family}.json`,
  judgement: (machineKey: string) => `judgement/${machineKey}.json`,
  speed: (machineKey: string) => `speed/${machineKey}.json`,
  grid: (machineKey: string) => `grid/${machineKey}.json`,
  overview: (machineKey: string) => `overview/${machineKey}.json`,
  commits: (machineKey: string) => `commits/${machineKey}.json`,
  effects: (machineKey: string, page: number) => `commits/${machineKey}/effects-${page}.json`,
  kernel: (hash: string) => `kernels/${hash}.json`,
  runs: (machineKey: string, page: number) => `runs/${machineKey}/page-${page}.json`,
  run: (machineKey: string, runId: string) => `run/${machineKey}/${runId}.json`,
  runList: (machineKey: string) => `run/${machineKey}.json`,
  noise: (machineKey: string) => `noise/${machineKey}.json`,
  acknowledged: (machineKey: string) => `acknowledged/${machineKey}.json`,
  tuning: (machineKey: string, family: string) => `tuning/${machineKey}/${family}.json`,
  feed: (machineKey: string) => `feed/${machineKey}.xml`,
  case: (
    machineKey: string,
    family: string,
    { file, page }: { readonly file: string; readonly page: number },
  ) => `cases/${machineKey}/${family}/${file}-${page}.json`,
} as const;

/** Every name that a site with this index has, but those of kernels, of cases, of single runs and single commits. */
export function dataNames({ machines }: SiteIndex): readonly string[] {
  return [
    dataName.index,
    dataName.quality,
    dataName.completion,
    dataName.items,
    ...machines.flatMap(({ machine: { key }, families, tuned = [], runPages = 0 }) => [
      dataName.judgement(key),
      dataName.speed(key),
      dataName.runList(key),
      dataName.noise(key),
      dataName.acknowledged(key),
      dataName.feed(key),
      dataName.grid(key),
      dataName.overview(key),
      dataName.commits(key),
      ...families.flatMap((family) => [dataName.family(key, family), dataName.checks(key, family)]),
      ...tuned.map((family) => dataName.tuning(key, family)),
      ...Array.from({ length: runPages }, (_, page) => dataName.runs(key, page)),
    ]),
  ];
}

/** The index. */
export function indexFile(index: SiteIndex): DataFile {
  return { name: dataName.index, content: parseSiteIndex(dataName.index, index) };
}

/** A family's series. */
export function familyFile(family: SiteFamily): DataFile {
  const name = dataName.family(family.machineKey, family.family);
  return { name, content: parseSiteFamily(name, family) };
}

/** The checks behind a family; of the runs, which are in commit order, those suffice that its variants' checks are of. */
export function checksFile(
  { machineKey, family, series }: SiteFamily,
  simulated: boolean,
  runs: readonly SourcedRun[],
): DataFile<SiteChecks> {
  const variants = [...new Set(series.map(({ variant }) => variant))];
  const name = dataName.checks(machineKey, family);
  const checks = checksOf(machineKey, { name: family, variants }, runs);
  return { name, content: parseSiteChecks(name, { ...checks, simulated }) };
}

/** The texts of the kernels that the families name, a file a hash. */
export function kernelFiles(
  families: readonly SiteFamily[],
  texts: readonly KernelText[],
): readonly DataFile[] {
  const named = new Set(families.flatMap(({ kernels }) => kernels));
  const kernels = new Map(texts.map((kernel) => [kernel.hash, kernel]));
  return [...named].flatMap((hash) => {
    const kernel = kernels.get(hash);
    const name = dataName.kernel(hash);
    return kernel ? [{ name, content: parseKernel(name, kernel) }] : [];
  });
}

/** What the history says about the speed of one machine: all of a short one, of a long one what a page of runs shows. */
export function judgementFile(
  machine: JudgedRuns,
  judged: readonly JudgedTimes[],
  acknowledged?: AcknowledgedAt,
): DataFile<SiteJudgement> {
  const name = dataName.judgement(machine.machineKey);
  const newest = newestJudged(judgementOf(machine, judged, acknowledged), pageSize);
  return { name, content: parseSiteJudgement(name, newest) };
}

/** How long the suites themselves take on one machine: of each suite as many whole runs as a page of runs has. */
export function speedFile({ key, entries }: MachineEntries): DataFile {
  const name = dataName.speed(key);
  const whole = entries.filter(isJudged).flatMap(({ head }) => head.speed ?? []);
  const suites = suitesOf(whole).map((suite) => newestSpeed(suite, pageSize));
  return { name, content: parseSiteSpeed(name, { schemaVersion: 1, machineKey: key, suites }) };
}

/** Every series of a machine as a row, and what the page that opens first says of it. */
export function gridFiles({ grid, overview }: GridDocuments): readonly DataFile[] {
  const [name, overviewName] = [dataName.grid(grid.machineKey), dataName.overview(grid.machineKey)];
  parseSiteGrid(name, grid);
  return [
    { name, content: grid },
    { name: overviewName, content: parseSiteOverview(overviewName, overview) },
  ];
}

/** What the commits of a machine did. */
export function commitFiles({ commits, effects }: CommitDocuments): readonly DataFile[] {
  const name = dataName.commits(commits.machineKey);
  parseSiteCommits(name, commits);
  const pages = effects.map((content, page) => {
    const file = dataName.effects(content.machineKey, page);
    parseSiteEffects(file, content);
    return { name: file, content };
  });
  return [{ name, content: commits }, ...pages];
}

/** The runs of a machine that take more than one page. */
export function runFiles({ key, entries }: MachineEntries): readonly DataFile[] {
  return Array.from({ length: pagesOf(entries.length) }, (_, page) => {
    const name = dataName.runs(key, page);
    const runs = entries.slice(page * pageSize, (page + 1) * pageSize).map(siteRunOf);
    const content = { schemaVersion: 1, machineKey: key, page, runs: packRows(runs) };
    parseSiteRuns(name, content);
    return { name, content };
  });
}

/** The points of a case in one page. */
export function caseFileOf(points: SiteCase): DataFile {
  const { machineKey, family, page } = points;
  const name = dataName.case(machineKey, family, { file: caseFile(points.case), page });
  return { name, content: parseSiteCase(name, points) };
}
