import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIo } from '../../fixtures/testing.ts';
import { bornAt, bornByPs, ownerOf } from '../process/alive.ts';
import { isThere } from './holder.ts';
import { holdAdapter, holdFile, locksVariable, withLocks } from './locks.ts';
import type { Hold } from './locks.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'kernel-ladder-locks-')), 'locks');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const card = { name: 'Test GPU (vulkan)', mayWait: true };

function ioOf() {
  const outside = createIo(folder);
  return { ...outside, io: { ...outside.io, env: { [locksVariable]: folder } } };
}

/** What a bench left that was killed: its file, with something in it altered. */
async function forge(change: object): Promise<void> {
  const { io } = ioOf();
  await withLocks(io, { wait: false }, async (hold) => {
    await hold(card);
    const [name = ''] = readdirSync(folder);
    const text = JSON.parse(readFileSync(join(folder, name), 'utf8')) as object;
    writeFileSync(join(folder, `${name}.left`), JSON.stringify({ ...text, ...change }));
  });
}

const dead = spawnSync(process.execPath, ['-e', '']).pid;

test('a subject is held until the end, and by its holder as often as wanted', async () => {
  const { io } = ioOf();
  await withLocks(io, { wait: false }, async (hold) => {
    await hold(card);
    await hold(card);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a second one is refused with the number of the first and the remedy; another subject is not', async () => {
  const { io } = ioOf();
  await withLocks(io, { wait: false }, async (hold) => {
    await hold(card);
    await withLocks(io, { wait: false }, async (other) => {
      await other({ ...card, name: 'Other GPU (vulkan)' });
      await expect(other(card)).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringMatching(
          new RegExp(
            `\\(process ${process.pid}, since .*\\) has Test GPU \\(vulkan\\), .* --wait, or end it with kill ${process.pid}`,
          ),
        ),
      });
    });
  });
});

test('with --wait it says for whom, and begins when the first has gone', async () => {
  const { io, said } = ioOf();
  const order: string[] = [];
  const first = withLocks(io, { wait: false }, async (hold) => {
    await hold(card);
    await sleep(1500);
    order.push('first');
  });
  await sleep(50);
  await withLocks(io, { wait: true }, async (hold) => {
    await hold(card);
    order.push('second');
  });
  await first;
  expect(order).toEqual(['first', 'second']);
  expect(said().err.match(/waiting for Test GPU \(vulkan\), which .* has/g)).toHaveLength(1);
});

test('whoever waits can be interrupted', async () => {
  const { io, interrupt } = ioOf();
  await withLocks(io, { wait: false }, async (hold) => {
    await hold(card);
    const waiting = withLocks(io, { wait: true }, (other) => other(card));
    interrupt();
    await expect(waiting).rejects.toMatchObject({ exitCode: 130 });
  });
});

test('of twenty that come at once, one has it at a time, and each in its turn', async () => {
  const { io } = ioOf();
  let [inside, most] = [0, 0];
  const one = () =>
    withLocks(io, { wait: true }, async (hold) => {
      await hold(card);
      most = Math.max(most, ++inside);
      await sleep(5);
      inside--;
    });
  await Promise.all(Array.from({ length: 20 }, one));
  expect(most).toBe(1);
});

test.for([
  { what: 'a dead process', change: { pid: dead } },
  { what: 'a number that another process has by now', change: { born: '1' } },
  { what: 'another host, whose numbers mean nothing here', change: { host: `not-${hostname()}` } },
])('the file of $what holds nothing', async ({ change }) => {
  await forge(change);
  const { io } = ioOf();
  await withLocks(io, { wait: false }, (hold) => hold(card));
  expect(readdirSync(folder)).toHaveLength('host' in change ? 1 : 0);
});

test('a torn file, and what is no file, hold nothing', async () => {
  await forge({ pid: dead });
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), '{"pid":');
  mkdirSync(join(folder, `${name}.folder`));
  const { io } = ioOf();
  await withLocks(io, { wait: false }, (hold) => hold(card));
  expect(readdirSync(folder).toSorted()).toEqual([name, `${name}.folder`]);
});

test.for([
  { what: 'without its start, which this host knows', change: { born: null } },
  { what: 'of no process', change: { pid: 0, born: null } },
  { what: 'of nobody', change: { pid: null } },
  { what: 'without a command', change: { command: undefined } },
  { what: 'longer than any bench writes', change: { command: 'x'.repeat(10_000) } },
])('a forged file $what holds nothing', async ({ change }) => {
  await forge(change);
  const { io } = ioOf();
  const holding = withLocks(io, { wait: false }, (hold) => hold(card));
  await expect(holding).resolves.toBeUndefined();
});

// In a process of its own: whoever opens a FIFO, or reads a device to its end, never comes back to be told that time is over.
test('what others lay that is no file is not opened', async () => {
  await forge({ pid: dead });
  const [name = ''] = readdirSync(folder);
  execFileSync('mkfifo', [join(folder, `${name}.pipe`)]);
  symlinkSync('/dev/zero', join(folder, `${name}.zero`));
  symlinkSync(join(folder, `${name}.pipe`), join(folder, `${name}.link`));
  const text = `
    import { withLocks } from ${JSON.stringify(new URL('locks.ts', import.meta.url).href)};
    const io = { env: { ${locksVariable}: ${JSON.stringify(folder)} }, err: console.error };
    await withLocks(io, { wait: false }, (hold) => hold(${JSON.stringify(card)}));
    console.log('held');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text], {
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  expect(stdout).toBe('held\n');
});

test('a file that another user lays for a process holds nothing: it is not that process who wrote it', () => {
  const born = bornAt(1);
  const holder = { pid: 1, born, host: hostname(), since: '', command: 'bench', file: '' };
  const owner = ownerOf(1) ?? 0;
  expect(isThere({ ...holder, owner })).toBe(true);
  expect(isThere({ ...holder, owner: owner + 1 })).toBe(false);
  expect(isThere({ ...holder, owner, born: `${born}0` })).toBe(false);
});

test('where there is no /proc, ps says when a process began', () => {
  expect(bornByPs(process.pid)).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
  expect(bornByPs(process.pid)).toBe(bornByPs(process.pid));
  expect(bornByPs(dead)).toBeNull();
});

test('a refusal says what to do about a second equal card, and about a process that is no bench', async () => {
  const { io } = ioOf();
  await withLocks(io, { wait: false }, async (hold) => {
    await hold(card);
    const [name = ''] = readdirSync(folder);
    const second = withLocks(io, { wait: false }, (other) => other(card));
    await expect(second).rejects.toThrow(`give a folder of its own with ${locksVariable}`);
    await expect(withLocks(io, { wait: false }, (other) => other(card))).rejects.toThrow(
      `remove ${join(folder, name)}`,
    );
  });
});

test('a folder that takes no files keeps nobody from measuring', async () => {
  writeFileSync(folder, 'no folder');
  const { io, said } = ioOf();
  await withLocks(io, { wait: false }, (hold) => hold(card));
  expect(said().err).toContain('another bench on Test GPU (vulkan) would go unnoticed: ENOTDIR');
});

test('a software adapter is free for all: nothing measured on it is compared', async () => {
  const names: string[] = [];
  const hold: Hold = async ({ name }) => void names.push(name);
  await holdAdapter(hold, { backend: 'vulkan', name: 'SwiftShader', software: true });
  await holdAdapter(hold, { backend: 'vulkan', name: 'Test GPU', software: false });
  expect(names).toEqual(['Test GPU (vulkan)']);
});

test('a file is one whichever way leads to it', async () => {
  const names: string[] = [];
  const parent = join(folder, '..');
  symlinkSync(parent, join(parent, 'link'));
  for (const way of [parent, join(parent, 'link')])
    await holdFile(async ({ name }) => void names.push(name), join(way, 'new', 'run.json'));
  expect(names[0]).toBe(names[1]);
});
