import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runtimePackages, workspacePackages } from './packages.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernel-ladder-packages-'));
});
afterEach(() => rmSync(root, { recursive: true }));

type Versions = { readonly [name: string]: string };

function install(folder: string, name: string, dependencies: Versions = {}): void {
  mkdirSync(join(root, folder), { recursive: true });
  const manifest = { name, dependencies, devDependencies: { 'only-for-tests': '1.0.0' } };
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest));
}

const names = () => runtimePackages(root).map(({ name }) => name);

test('finds every package of the workspace and no other folder', () => {
  install('packages/gpu', '@kernel-ladder/gpu');
  mkdirSync(join(root, 'packages', 'notes'));
  expect(workspacePackages(root)).toEqual([
    { name: '@kernel-ladder/gpu', short: 'gpu', folder: join(root, 'packages', 'gpu') },
  ]);
});

test('follows dependencies of dependencies, once each, and no workspace or development ones', () => {
  install('packages/gpu', '@kernel-ladder/gpu', { webgpu: '1.0.0' });
  install('packages/runner', '@kernel-ladder/runner', {
    '@kernel-ladder/gpu': 'workspace:*',
    picomatch: '1.0.0',
  });
  install('packages/gpu/node_modules/webgpu', 'webgpu', { shared: '1.0.0' });
  install('node_modules/picomatch', 'picomatch', { shared: '1.0.0' });
  install('node_modules/shared', 'shared');
  expect(names()).toEqual(['webgpu', 'shared', 'picomatch']);
});

test('takes a linked package for where it leads, as Node does', () => {
  install('packages/gpu', '@kernel-ladder/gpu', { webgpu: '1.0.0' });
  install('store/webgpu@1/node_modules/webgpu', 'webgpu', { shared: '1.0.0' });
  install('store/webgpu@1/node_modules/shared', 'shared');
  mkdirSync(join(root, 'packages/gpu/node_modules'));
  symlinkSync(
    join(root, 'store/webgpu@1/node_modules/webgpu'),
    join(root, 'packages/gpu/node_modules/webgpu'),
  );
  expect(names()).toEqual(['webgpu', 'shared']);
});

test('refuses two versions of one package: a bundle has room for one', () => {
  install('packages/a', '@kernel-ladder/a', { shared: '1.0.0' });
  install('packages/b', '@kernel-ladder/b', { shared: '2.0.0' });
  install('packages/a/node_modules/shared', 'shared');
  install('packages/b/node_modules/shared', 'shared');
  expect(names).toThrow('two versions of shared');
});

test('says what to do about a package that is not installed', () => {
  install('packages/a', '@kernel-ladder/a', { missing: '1.0.0' });
  expect(names).toThrow(/missing, which .* depends on, is not installed: run pnpm install/);
});
