// Families and harness are free of Node: a page lists, checks and times the same kernels through navigator.gpu.
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseMachine, parseResult } from '@kernel-ladder/schema';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build, preview } from 'vite';
import type { PreviewServer } from 'vite';
import { startBrowser, withWebGpu } from './browser.ts';
import type { PageReport } from './kernels/page.ts';

const root = fileURLToPath(new URL('kernels/', import.meta.url));
const workspace = fileURLToPath(new URL('../../', import.meta.url));
const names = globSync('packages/kernel-*/src/family.ts', { cwd: workspace }).map((file) =>
  file.replace(/^packages\/kernel-(.+)\/src\/family\.ts$/, '$1'),
);
let outDir: string;
let server: PreviewServer;
let browser: Browser;
let report: PageReport;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'kernel-ladder-kernels-'));
  const shared = { root, base: './', configFile: false, logLevel: 'error' } as const;
  await build({ ...shared, build: { outDir, emptyOutDir: true, target: 'es2022' } });
  server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  browser = await startBrowser(withWebGpu);
  const page = await browser.newPage();
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  const outcome = await page.waitForFunction(() => document.querySelector('#outcome')?.textContent, null, {
    timeout: 280_000,
  });
  const said: unknown = JSON.parse(String(await outcome.jsonValue()));
  if (typeof said === 'string') throw new Error(said);
  // Written by page.ts, under the type that it exports.
  report = said as PageReport;
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(outDir, { recursive: true });
});

const resultOf = (name: string) => report.families.find(({ result }) => result.family === name);

test.for(names)('a page lists, checks and times a rung of %s', (name) => {
  const { listed, result, phases } = resultOf(name)!;
  expect(parseResult(name, result)).toMatchObject({ status: 'passed', check: { post: true } });
  expect(result.timing!.medianNs).toBeGreaterThan(0);
  expect(listed).toBeGreaterThan(0);
  expect(phases).toEqual(expect.arrayContaining(['inputs', 'check', 'sample']));
});

// By family, the lines of generated rungs with what they import.
test.for([
  ['gemm', 300],
  ['attention', 300],
  ['softmax', 50],
  ['norm', 50],
] as const)('the rung of %s is generated, from sources that the page has', ([name, least]) => {
  expect(resultOf(name)!.result.loc!.host).toBeGreaterThan(least);
});

test('a page profiles its machine under a key of its own', () => {
  expect(parseMachine('page', report.machine)).toMatchObject({
    backend: 'browser',
    software: true,
    key: expect.stringMatching(/^browser-google-swiftshader-[a-z]+-[0-9a-f]{8}$/),
    driver: '',
    webgpu: expect.stringMatching(/^\w+\/\d+$/),
  });
});

test('nothing is left on the device', () => {
  expect(report.leftBuffers).toBe(0);
});
