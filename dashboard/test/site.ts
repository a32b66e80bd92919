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

/** A running site and the folder that it is served from. */
export interface Site {
  readonly url: string;
  readonly data: string;
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

/** Publishes the history of a folder beside a copy of a built site, and serves on a free port. */
export async function startSite(built: string, history = recordedHistory): Promise<Site> {
  const outDir = await mkdtemp(join(tmpdir(), 'kernel-ladder-site-'));
  const data = join(outDir, 'data');
  await cp(built, outDir, { recursive: true });
  await promisify(execFile)(process.execPath, [runner, 'publish', '--history', history, '--out', data]);
  const server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error('the preview server has no address');
  return {
    url,
    data,
    index: parseSiteIndex('index.json', await json(join(data, 'index.json'))),
    family: async (key, family) => parseSiteFamily(family, await json(join(data, key, `${family}.json`))),
    file: async (name, parse) => parse(name, await json(join(data, name))),
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}

async function json(file: string): Promise<unknown> {
  return readJson(file, await readFile(file, 'utf8'));
}
