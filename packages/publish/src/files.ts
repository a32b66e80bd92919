// The names of the site's data files, and the documents in them, held to their schemas.
import {
  parseKernel,
  parseSiteChecks,
  parseSiteFamily,
  parseSiteIndex,
  parseSiteJudgement,
  parseSiteSpeed,
} from '@kernel-ladder/schema';
import type { KernelText, SiteIndex } from '@kernel-ladder/schema';
import { checksOf } from './checks.ts';
import { judgeMachine } from './judge.ts';
import type { NoiseOf } from './noise.ts';
import type { SourcedRun } from './order.ts';
import type { SiteData } from './site.ts';
import { speedOf } from './speed.ts';

/** One file of the site's data; the name is a path below its folder. */
export interface DataFile {
  readonly name: string;
  readonly content: unknown;
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
  kernel: (hash: string) => `kernels/${hash}.json`,
} as const;

/** Every name that a site with this index has. */
export function dataNames({ machines }: SiteIndex): readonly string[] {
  return [
    dataName.index,
    dataName.quality,
    dataName.completion,
    dataName.items,
    ...machines.flatMap(({ machine: { key }, families }) => [
      dataName.judgement(key),
      dataName.speed(key),
      ...families.flatMap((family) => [dataName.family(key, family), dataName.checks(key, family)]),
    ]),
  ];
}

/** The index, every family's series and the checks behind them; runs are in commit order. */
export function seriesFiles({ index, families }: SiteData, runs: readonly SourcedRun[]): readonly DataFile[] {
  return [
    { name: dataName.index, content: parseSiteIndex(dataName.index, index) },
    ...families.map((family) => {
      const name = dataName.family(family.machineKey, family.family);
      return { name, content: parseSiteFamily(name, family) };
    }),
    ...families.map(({ machineKey, family, series }) => {
      const variants = [...new Set(series.map(({ variant }) => variant))];
      const name = dataName.checks(machineKey, family);
      return { name, content: parseSiteChecks(name, checksOf(machineKey, { name: family, variants }, runs)) };
    }),
  ];
}

/** The texts of the kernels that the families name, a file a hash. */
export function kernelFiles({ families }: SiteData, texts: readonly KernelText[]): readonly DataFile[] {
  const named = new Set(families.flatMap(({ kernels }) => kernels));
  const kernels = new Map(texts.map((kernel) => [kernel.hash, kernel]));
  return [...named].flatMap((hash) => {
    const kernel = kernels.get(hash);
    const name = dataName.kernel(hash);
    return kernel ? [{ name, content: parseKernel(name, kernel) }] : [];
  });
}

/** What the history says about the speed of one machine; runs are in commit order. */
export function judgementFile(machineKey: string, runs: readonly SourcedRun[], noiseOf: NoiseOf): DataFile {
  const name = dataName.judgement(machineKey);
  return { name, content: parseSiteJudgement(name, judgeMachine(machineKey, runs, noiseOf)) };
}

/** How long the suites themselves take on one machine; runs are in commit order. */
export function speedFile(machineKey: string, runs: readonly SourcedRun[]): DataFile {
  const name = dataName.speed(machineKey);
  return { name, content: parseSiteSpeed(name, speedOf(machineKey, runs)) };
}
