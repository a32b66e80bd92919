// The site's only input: small JSON files beside the page, checked against the schema before anything is drawn.
import {
  parseKernel,
  parseSiteCase,
  parseSiteChecks,
  parseSiteCommits,
  parseSiteEffects,
  parseSiteFamily,
  parseSiteIndex,
  parseSiteJudgement,
  parseSiteRuns,
  readJson,
  parseTuningTable,
} from '@kernel-ladder/schema';
import type {
  CommitRow,
  Effects,
  KernelText,
  SiteCase,
  SiteChecks,
  SiteFamily,
  SiteIndex,
  SiteJudgement,
  SiteRun,
  TuningTable,
} from '@kernel-ladder/schema';
import { parseQuality } from './quality.ts';
import type { Quality } from './quality.ts';

/** Whether a file did not arrive, or arrived with something that cannot be trusted. */
export type FaultCause = 'network' | 'content';

/** What is wrong with a file, with its name. */
export interface Fault {
  readonly cause: FaultCause;
  readonly message: string;
}

/** A file that was read, is not there, or cannot be used. */
export type Loaded<T> =
  | { readonly status: 'loaded'; readonly value: T }
  | { readonly status: 'absent'; readonly file: string }
  | ({ readonly status: 'malformed' } & Fault);

/** What is made of a file's value, where there is one. */
export function made<From, To>(file: Loaded<From>, make: (value: From) => To): Loaded<To> {
  return file.status === 'loaded' ? { status: 'loaded', value: make(file.value) } : file;
}

/** Where a family's series are, relative to the page. */
export function familyFile(machineKey: string, family: string): string {
  return `data/${encodeURIComponent(machineKey)}/${encodeURIComponent(family)}.json`;
}

/** Loads the list of machines and families. */
export function loadIndex(): Promise<Loaded<SiteIndex>> {
  return load('data/index.json', parseSiteIndex);
}

/** Loads every series of one family on one machine. */
export function loadFamily(machineKey: string, family: string): Promise<Loaded<SiteFamily>> {
  return load(familyFile(machineKey, family), parseSiteFamily);
}

/** Where a page of a case is; `name` is the case's file and the number of the page. */
export function caseFile(machineKey: string, family: string, name: string): string {
  return `data/cases/${[machineKey, family, name].map(encodeURIComponent).join('/')}.json`;
}

/** Loads the points of a case in one page of runs. */
export function loadCase(file: string): Promise<Loaded<SiteCase>> {
  return load(file, parseSiteCase);
}

/** Loads a page of a machine's runs. */
export function loadRuns(machineKey: string, page: string): Promise<Loaded<readonly SiteRun[]>> {
  return load(
    `data/runs/${encodeURIComponent(machineKey)}/page-${encodeURIComponent(page)}.json`,
    parseSiteRuns,
  );
}

/** Loads the edge cases behind one family's numbers on one machine. */
export function loadChecks(machineKey: string, family: string): Promise<Loaded<SiteChecks>> {
  return load(
    `data/checks/${encodeURIComponent(machineKey)}/${encodeURIComponent(family)}.json`,
    parseSiteChecks,
  );
}

/** Loads what searches found of a family's parameters on one machine; the index names the families that have any. */
export function loadTuning(machineKey: string, family: string): Promise<Loaded<TuningTable>> {
  const file = [machineKey, family].map(encodeURIComponent).join('/');
  return load(`data/tuning/${file}.json`, parseTuningTable);
}

/** Loads the text of a kernel, which a family names by its hash. */
export function loadKernel(hash: string): Promise<Loaded<KernelText>> {
  return load(`data/kernels/${encodeURIComponent(hash)}.json`, parseKernel);
}

/** Loads what the history of one machine says about speed; absent for a software adapter. */
export function loadJudgement(machineKey: string): Promise<Loaded<SiteJudgement>> {
  return load(`data/judgement/${encodeURIComponent(machineKey)}.json`, parseSiteJudgement);
}

/** Loads what each commit of a machine did, in numbers. */
export function loadCommits(machineKey: string): Promise<Loaded<readonly CommitRow[]>> {
  return load(`data/commits/${encodeURIComponent(machineKey)}.json`, parseSiteCommits);
}

/** Loads what some commits did to every series; pages are counted from the first commit on. */
export function loadEffects(machineKey: string, page: string): Promise<Loaded<Effects>> {
  const file = `effects-${encodeURIComponent(page)}`;
  return load(`data/commits/${encodeURIComponent(machineKey)}/${file}.json`, parseSiteEffects);
}

/** Loads the detector's error rates; absent where nobody measured them. */
export function loadQuality(): Promise<Loaded<Quality>> {
  return load('data/quality.json', parseQuality);
}

/** Checks a file's text; a fault becomes a message with the file and the JSON pointer. */
export function parseText<T>(file: string, text: string, parse: Parser<T>): Loaded<T> {
  try {
    return { status: 'loaded', value: parse(file, readJson(file, text)) };
  } catch (error) {
    return malformed(error);
  }
}

function malformed(error: unknown): Loaded<never> {
  const message = error instanceof Error ? error.message : String(error);
  return { status: 'malformed', cause: 'content', message };
}

// The validator of a schema that the first view does not need comes when it is first asked for (scripts/validators.ts).
async function parseWhenReady<T>(file: string, text: string, parse: Parser<T>): Promise<Loaded<T>> {
  for (;;) {
    try {
      return { status: 'loaded', value: parse(file, readJson(file, text)) };
    } catch (error) {
      if (!(error instanceof Error && 'ready' in error)) return malformed(error);
      await error.ready;
    }
  }
}

/** Turns a document into its type, or throws with the file and the place of the fault. */
export type Parser<T> = (file: string, value: unknown) => T;

/** Loads a file beside the page. */
export async function load<T>(file: string, parse: Parser<T>): Promise<Loaded<T>> {
  const unreachable = (why: string) =>
    ({ status: 'malformed', cause: 'network', message: `${file}: ${why}` }) as const;
  try {
    // Published data changes under the same name, so a cached copy is always asked about.
    const response = await fetch(file, { cache: 'no-cache' });
    if (response.status === 404) return { status: 'absent', file };
    if (!response.ok) return unreachable(`HTTP ${response.status} ${response.statusText}`);
    return await parseWhenReady(file, await response.text(), parse);
  } catch (error) {
    return unreachable(String(error));
  }
}
