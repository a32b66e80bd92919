// Families and harness are free of Node: a page runs and checks the same kernels through navigator.gpu.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build, preview } from 'vite';
import type { PreviewServer } from 'vite';
import { startBrowser } from './browser.ts';

const root = fileURLToPath(new URL('kernels/', import.meta.url));
let outDir: string;
let server: PreviewServer;
let browser: Browser;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'kernel-ladder-kernels-'));
  const shared = { root, base: './', configFile: false, logLevel: 'error' } as const;
  await build({ ...shared, build: { outDir, emptyOutDir: true, target: 'es2022' } });
  server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  browser = await startBrowser(['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(outDir, { recursive: true });
});

test('a browser runs the reduction ladder and checks it', async () => {
  const page = await browser.newPage();
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  const outcome = await page.waitForFunction(() => document.querySelector('#outcome')?.textContent, null, {
    timeout: 50_000,
  });
  const text = String(await outcome.jsonValue());
  expect(text).toMatch(/^naive passed \d+\noptimized passed \d+\n0 buffers left$/);
});
