import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIo } from '../../fixtures/testing.ts';
import { installWorktree } from './install.ts';

// The workspace whose pnpm installs.
const workspace = fileURLToPath(new URL('../../../..', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-install-'));
  writeFileSync(join(folder, 'package.json'), '{"name": "empty", "private": true}');
});
afterEach(() => rmSync(folder, { recursive: true }));

const install = () => {
  const { io, said, interrupt } = createIo(workspace);
  return { ended: installWorktree(io, folder), said, interrupt };
};

test('a folder without a lockfile needs nothing', async () => {
  await install().ended;
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
});

test('installs from the local store, without asking the registry', async () => {
  writeFileSync(join(folder, 'pnpm-lock.yaml'), "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n");
  const { ended, said } = install();
  await ended;
  expect(said().err).toBe('');
});

test('passes on what pnpm says of a lockfile that it cannot follow', async () => {
  writeFileSync(join(folder, 'pnpm-lock.yaml'), 'lockfileVersion: {');
  await expect(install().ended).rejects.toThrow(/pnpm could not install .*\n.*LOCKFILE/s);
});

test('an interrupt ends pnpm too', async () => {
  writeFileSync(join(folder, 'pnpm-lock.yaml'), "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n");
  const { ended, interrupt } = install();
  interrupt();
  await expect(ended).rejects.toThrow('interrupted');
});
