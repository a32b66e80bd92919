// The site is built once for all files of tests, filled with the histories that most of them read, and removed behind them.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildSite, publishSite, serveSite } from './site.ts';
import type { Served } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the site, built and without data. */
    builtSite: string;
    /** The folder of the site with the runs of test/history, to be copied. */
    sampleSite: string;
    /** The site with every recorded run, served for all that only read it. */
    recordedSite: Served;
  }
}

const history = fileURLToPath(new URL('../history/', import.meta.url));

// Nobody changes the recorded site while tests run: what a browser has of it once need not be asked for again.
const unchanging = { 'cache-control': 'max-age=3600' };

/** Builds, publishes and serves: the sample, and every recorded run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const builtSite = await buildSite();
  const [sampleSite, close] = await Promise.all([publishSite(builtSite), serveRecorded(project, builtSite)]);
  project.provide('builtSite', builtSite);
  project.provide('sampleSite', sampleSite);
  return async () => {
    await close();
    await Promise.all([builtSite, sampleSite].map((folder) => rm(folder, { recursive: true })));
  };
}

async function serveRecorded(project: TestProject, builtSite: string): Promise<() => Promise<void>> {
  const recorded = await publishSite(builtSite, history);
  const { url, data, close } = await serveSite(recorded, unchanging);
  project.provide('recordedSite', { url, data });
  return async () => {
    await close();
    await rm(recorded, { recursive: true });
  };
}
