// The site is built once for all files of tests, and removed behind them.
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { buildSite } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the site, built and without data. */
    builtSite: string;
  }
}

/** Builds, and hands the folder on as `builtSite`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const builtSite = await buildSite();
  project.provide('builtSite', builtSite);
  return () => rm(builtSite, { recursive: true });
}
