import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleRun } from '../../fixtures/testing.ts';
import { fillStage } from './stage.ts';

const workspace = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');
const isPackable = process.platform === 'linux' && process.arch === 'x64';

describe.runIf(isPackable)('a bundle before it is compressed', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'kernel-ladder-stage-'));
  const stage = join(scratch, 'bundle');
  beforeAll(() => fillStage(workspace, stage, { commit: sampleRun().run.commit }));
  afterAll(() => rmSync(scratch, { recursive: true }));

  // The environment of a host that has neither this workspace nor its Node.
  const start = (...argv: string[]) =>
    spawnSync(join(stage, 'bench'), argv, {
      cwd: scratch,
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', HOME: scratch },
    });

  test('holds Node, Dawn for linux-x64 alone, every kernel and the program of the vendor’s libraries', () => {
    expect(
      readdirSync(join(stage, 'node_modules', 'webgpu', 'dist')).filter((name) =>
        /^(linux|darwin|win32)/.test(name),
      ),
    ).toEqual([expect.stringContaining('linux-x64')]);
    expect(existsSync(join(stage, 'packages', 'kernel-reduce', 'src', 'kernels', 'naive.wgsl'))).toBe(true);
    expect(existsSync(join(stage, 'node', 'node'))).toBe(true);
    expect(existsSync(join(stage, 'packages', 'peers', 'python', 'main.py'))).toBe(true);
  });

  test('holds no tests, fixtures, type declarations or software adapter', () => {
    const files = readdirSync(stage, { recursive: true, encoding: 'utf8' });
    expect(
      files.filter((file) => /\.test\.ts$|^packages\/.*\/fixtures\/|\.d\.ts$|\/chromium\//.test(file)),
    ).toEqual([]);
  });

  test('starts on its own Node', () => {
    const { status, stdout } = start('help');
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('bench [run]') });
  });

  test('says on a host without a GPU what is missing', ({ skip }) => {
    const { status, stderr } = start('list');
    if (status === 0) skip('this machine has a GPU');
    expect(status).toBe(3);
    expect(stderr).toMatch(/no hardware GPU adapter: install .*; no software adapter either: /);
  });
});
