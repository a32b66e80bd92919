// The site as a reader gets it: built, filled from real run files by `bench publish`, served from a folder.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseSiteFamily, parseSiteIndex, readJson } from '@kernel-ladder/schema';
import type { SiteFamily, SiteIndex } from '@kernel-ladder/schema';
import { build, preview } from 'vite';
import { recordedHistory } from './history.ts';

/** Where a site answers, and the folder of its data. */
export interface Served {
  readonly url: string;
  readonly data: string;
}

/** A site with what its data says. */
export interface Site extends Served {
  readonly index: SiteIndex;
  readonly family: (machineKey: string, family: string) => Promise<SiteFamily>;
  /** Any other file of the data, checked. */
  readonly file: <T>(name: string, parse: (file: string, value: unknown) => T) => Promise<T>;
  readonly close: () => Promise<void>;
}

const runner = fileURLToPath(new URL('../../packages/runner/src/main.ts', import.meta.url));
const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));

/** Builds the site without data into a temporary folder, which whoever asks for it removes. */
export async function buildSite(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'kernel-ladder-build-'));
  // Without the public folder: what lies in this checkout's public/data is not what is tested.
  await build({ configFile, publicDir: false, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  return outDir;
}

/** Publishes the history of a folder, with the tuning tables of another, beside a copy of a built site, into a folder that whoever asks for it removes. */
export async function publishSite(
  built: string,
  history = recordedHistory,
  tables: string | null = null,
): Promise<string> {
  const folder = await copyOf(built);
  const out = join(folder, 'data');
  const argv = ['publish', '--history', history, '--out', out, ...(tables ? ['--tables', tables] : [])];
  await promisify(execFile)(process.execPath, [runner, ...argv]);
  return folder;
}

/** Publishes the history of a folder beside a copy of a built site, and serves it. */
export async function startSite(
  built: string,
  history = recordedHistory,
  tables: string | null = null,
): Promise<Site> {
  return own(await publishSite(built, history, tables));
}

/** Serves a copy of a published site, which a test may spoil. */
export async function copySite(published: string): Promise<Site> {
  return own(await copyOf(published));
}

/** Serves a folder on a free port, with these headers besides its own. */
export async function serveSite(
  outDir: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Served & { readonly close: () => Promise<void> }> {
  const server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', headers },
  });
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error('the preview server has no address');
  return { url, data: join(outDir, 'data'), close: () => server.close() };
}

/** Reads what a served site says. */
export async function readSite(served: Served, close = async () => {}): Promise<Site> {
  const { url, data } = served;
  return {
    url,
    data,
    index: parseSiteIndex('index.json', await json(join(data, 'index.json'))),
    family: async (key, family) => parseSiteFamily(family, await json(join(data, key, `${family}.json`))),
    file: async (name, parse) => parse(name, await json(join(data, name))),
    close,
  };
}

async function own(folder: string): Promise<Site> {
  const served = await serveSite(folder);
  return readSite(served, async () => {
    await served.close();
    await rm(folder, { recursive: true });
  });
}

async function copyOf(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'kernel-ladder-site-'));
  await cp(folder, copy, { recursive: true });
  return copy;
}

async function json(file: string): Promise<unknown> {
  return readJson(file, await readFile(file, 'utf8'));
}
