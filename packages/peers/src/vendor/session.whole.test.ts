// Without torch rows are skips with a reason and a remedy; a program that fails, hangs or is not there is told from one that answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { family as scan } from '@kernel-ladder/kernel-scan';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { pythonAt } from './python.ts';
import { vendorRows } from './row.ts';
import { scanVendorRows } from './scan.ts';
import { createHost } from './session.ts';

const gpu = useTestGpu();
const hardware = () => ({ ...gpu().facts, software: false });

// Torch needs its folder of packages: without it every Python is one without torch.
const bare = createHost(pythonAt(['python3', '-S'], 'cuda'));
afterAll(() => bare.close());

test('without torch a row is a skip that names what was asked and what to do', () => {
  const [row] = vendorRows(scan, scanVendorRows, bare);
  const params = { n: 1000, mode: 'inclusive', fill: 'uniform', dtype: 'f32' } as const;
  expect(row!.plan(params, hardware())).toMatchObject({
    skip: {
      code: 'missing:torch',
      message: expect.stringMatching(/^python3 -c 'import torch': no module named torch .* install PyTorch/),
    },
  });
  expect(row!.plan(params, gpu().facts)).toMatchObject({ skip: { code: 'missing:cuda' } });
  expect(row!.plan({ ...params, n: 0 }, hardware())).toMatchObject({ skip: { code: 'not-applicable' } });
});

test('a Python that is not there is a skip too', () => {
  const host = createHost(pythonAt(['/no/such/python'], 'cuda'));
  const [row] = vendorRows(scan, scanVendorRows, host);
  const params = { n: 1000, mode: 'inclusive', fill: 'uniform', dtype: 'f32' } as const;
  expect(row!.plan(params, hardware())).toMatchObject({
    skip: { code: 'missing:python', message: expect.stringContaining('KERNEL_LADDER_PYTHON') },
  });
  expect(row!.peer).toMatchObject({
    version: 'not found',
    api: 'cuda',
    settings: { licence: 'BSD-3-Clause' },
  });
});

test('a Python that answers what nobody asked is a skip that quotes it', () => {
  const host = createHost(pythonAt(['echo', 'Python 2.7'], 'cuda'));
  const [row] = vendorRows(scan, scanVendorRows, host);
  const params = { n: 1000, mode: 'inclusive', fill: 'uniform', dtype: 'f32' } as const;
  expect(row!.plan(params, hardware())).toMatchObject({
    skip: { code: 'missing:python', message: expect.stringMatching(/^echo probe\.py said "Python 2\.7 /) },
  });
});

test('a Python that hangs is a skip too, and is waited for once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-hangs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const starts = join(folder, 'starts');
  writeFileSync(starts, '');
  const python = pythonAt(['sh', '-c', `echo started >> '${starts}'; exec sleep 600`], 'cuda', 200);
  const host = createHost(python);
  const [row] = vendorRows(scan, scanVendorRows, host);
  const params = { n: 1000, mode: 'inclusive', fill: 'uniform', dtype: 'f32' } as const;
  expect(row!.plan(params, hardware())).toMatchObject({
    skip: {
      code: 'missing:python',
      message: expect.stringMatching(/^sh probe\.py said nothing within 0\.2 s: /),
    },
  });
  python.facts();
  expect(readFileSync(starts, 'utf8')).not.toBe('started\nstarted\n');
});

const question = { header: { verb: 'outputs', id: 1 } };

test('a program that fails says how, and the next row finds a fresh one', async () => {
  const first = bare.session();
  await expect(first.ask(question)).rejects.toThrow(/No module named 'torch'/);
  expect(first.isOpen()).toBe(false);
  await expect(first.ask(question)).rejects.toThrow(/python3 ended by SIGKILL/);
  expect(bare.session()).not.toBe(first);
});

test('a process that ends by itself is told from one that answers', async () => {
  const host = createHost(pythonAt(['python3', '-c', 'import sys; sys.exit("no room here")'], 'cuda'));
  await expect(host.session().ask(question)).rejects.toThrow('python3 ended by exit code 1: no room here');
});

test('no variable of the host turns TF32 on', async () => {
  vi.stubEnv('NVIDIA_TF32_OVERRIDE', '1');
  vi.stubEnv('TORCH_ALLOW_TF32_CUBLAS_OVERRIDE', '1');
  const says =
    'import os, sys; sys.exit(",".join(f"{name}={value}" for name, value in sorted(os.environ.items()) if "TF32" in name))';
  const host = createHost(pythonAt(['python3', '-c', says], 'cuda'));
  await expect(host.session().ask(question)).rejects.toThrow(
    'NVIDIA_TF32_OVERRIDE=0,TORCH_ALLOW_TF32_CUBLAS_OVERRIDE=0',
  );
  vi.unstubAllEnvs();
});

test('a wrapper that stays between is told what to do', async () => {
  const host = createHost(pythonAt(['sh', '-c', 'python3 "$@"; exit $?', 'sh'], 'cuda'));
  await expect(host.session().ask(question)).rejects.toThrow(/has to exec Python/);
});

const starter = `
const { createHost } = await import(${JSON.stringify(new URL('./session.ts', import.meta.url).href)});
const { pythonAt } = await import(${JSON.stringify(new URL('./python.ts', import.meta.url).href)});
console.log(createHost(pythonAt(['python3', '-S'], 'cuda')).session().pid);
`;

const said = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return 'gone';
  }
};

test.runIf(process.platform === 'linux')(
  'a program that hangs ends with the process that started it',
  async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', starter], { stdio: 'pipe' });
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(String(line));
    // Past its start it waits for a request; stopped then, it does not even see that its input ends.
    await expect.poll(() => said(pid, 'cmdline')).toMatch(/^[^\0]*python[^\0]*\0-S/);
    await expect.poll(() => said(pid, 'wchan')).toMatch(/pipe|unix_stream/);
    process.kill(pid, 'SIGSTOP');
    parent.kill('SIGKILL');
    await expect.poll(() => said(pid, 'status')).toMatch(/^gone|State:\s+Z/);
  },
);
