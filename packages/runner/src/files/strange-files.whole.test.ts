// What may lie in a history beside runs: each is named and left out, and nothing waits for it. The commands have a process of their
// own, since one that has opened a FIFO never comes back to be told that its time is over.
import { execFileSync, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkspace, sampleRun } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
const commands = fileURLToPath(new URL('../../fixtures/commands.ts', import.meta.url));
const history = join(root, 'dashboard', 'history');
const own = join(history, 'test-gpu-vulkan-01234567');
const socket = createServer();
afterAll(() => {
  socket.close();
  remove();
});

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve) => server.listen(path, resolve));
}

const fifo = (path: string) => execFileSync('mkfifo', [path]);

beforeAll(async () => {
  for (const folder of [
    own,
    join(history, 'kernels'),
    join(history, 'tests'),
    join(own, '2026-09-02.json'),
    join(root, 'linked'),
  ])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(own, '2026-01-02-aaaaaaaa.json'), JSON.stringify(sampleRun()));
  fifo(join(own, '2026-09-01.json'));
  symlinkSync('nowhere.json', join(own, '2026-09-03.json'));
  symlinkSync('2026-09-04.json', join(own, '2026-09-04.json'));
  // A path as short as sockets want it.
  await listen(socket, join(own, '9.json'));
  writeFileSync(join(own, '2026-09-05.json'), '{"name": "somebody’s own"}');
  const stranger = sampleRun({ id: 'stranger', machine: 'other-gpu-vulkan-01234567' });
  writeFileSync(join(own, '2026-09-06.json'), JSON.stringify(stranger));
  writeFileSync(join(history, 'astray.json'), JSON.stringify(sampleRun({ id: 'astray' })));
  symlinkSync('nowhere', join(history, 'gone-gpu-vulkan-01234567'));
  fifo(join(history, 'pipe'));
  fifo(join(own, 'aa-00000000.json'));
  fifo(join(history, 'kernels', '2026-09-01.ndjson.br'));
  fifo(join(history, 'tests', '0.json'));
  writeFileSync(join(history, 'README.md'), 'a note is no run, and nobody takes it for one');
});

const machines = [
  [`${own}/2026-09-01.json`, 'is a FIFO, and no file'],
  [`${own}/2026-09-02.json`, 'is a folder, and no file'],
  [`${own}/2026-09-03.json`, 'is a link to nothing'],
  [`${own}/2026-09-04.json`, 'cannot be read: ELOOP'],
  [`${own}/9.json`, 'is a socket, and no file'],
  [`${own}/2026-09-05.json`, "/: must have required property 'schemaVersion'"],
  [
    `${own}/2026-09-06.json`,
    '/machine/key: is "other-gpu-vulkan-01234567", and the folder is "test-gpu-vulkan-01234567"',
  ],
];
const others = [
  [`${history}/astray.json`, '/machine/key: is "test-gpu-vulkan-01234567", and the folder is "history"'],
  [`${history}/gone-gpu-vulkan-01234567`, 'is a link to nothing'],
  [`${history}/pipe`, 'is a FIFO, and no file'],
];
const launches = [`${own}/aa-00000000.json`, 'is a FIFO, and no file'];
const pack = [`${history}/kernels/2026-09-01.ndjson.br`, 'is a FIFO, and no file'];
const tests = [`${history}/tests/0.json`, 'is a FIFO, and no file'];

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let child: ChildProcess | null = null;
afterAll(() => child?.kill());

// What stands still is ended, and has no code: the next command gets a process of its own. What waits in the opening of a FIFO hears
// no other signal.
function start(argv: readonly string[]): Promise<Ended> {
  const running = (child ??= fork(commands, { cwd: root, env: { ...process.env, BENCH_ROOT: root } }));
  running.send(argv);
  return new Promise((resolve) => {
    const timer = setTimeout(() => running.kill('SIGKILL'), 50_000);
    const end = (ended: Ended) => {
      clearTimeout(timer);
      running.removeAllListeners();
      resolve(ended);
    };
    running.once('message', (ended) => end(ended as Ended));
    running.once('exit', (code) => {
      child = null;
      end({ code, out: '', err: '' });
    });
  });
}

const leftOut = ({ err }: Ended) => err.split('\n').filter((line) => line.startsWith('left out: '));
const lines = (faults: readonly (readonly string[])[]) =>
  faults.map((fault) => `left out: ${fault.join(': ')}`).map((line) => expect.stringContaining(line));

test.for([
  { argv: ['publish'], code: 2, faults: [...machines, ...others, launches, pack, tests] },
  {
    argv: ['publish', '--local', '--out', 'site'],
    code: 2,
    faults: [...machines, ...others, launches, pack, tests],
  },
  { argv: ['curriculum'], code: 2, faults: [...machines, ...others, tests] },
  { argv: ['report'], code: 2, faults: [...machines, ...others, tests] },
  { argv: ['compare', 'latest', 'latest'], code: 0, faults: [...machines, ...others, launches] },
  { argv: ['show', '--hash', 'ffff'], code: 2, faults: [...machines, ...others, pack] },
])('$argv names each and goes on', async ({ argv, code, faults }) => {
  const ended = await start(argv);
  expect(new Set(leftOut(ended))).toEqual(new Set(lines(faults)));
  expect(ended.code).toBe(code);
});

test('record names what lies in the folder of its machine, and records', async () => {
  writeFileSync(join(root, 'next.json'), JSON.stringify(sampleRun({ id: 'next' })));
  const ended = await start(['record', 'next.json']);
  expect(leftOut(ended)).toEqual(expect.arrayContaining(lines([...machines, launches, pack])));
  expect(ended).toMatchObject({ code: 0, err: expect.stringContaining('recorded ') });
});

test.for(['nowhere', own])('record refuses a folder of the machine that is a link to %s', async (target) => {
  symlinkSync(target, join(root, 'linked', 'test-gpu-vulkan-01234567'));
  writeFileSync(join(root, 'next.json'), JSON.stringify(sampleRun({ id: 'linked' })));
  const ended = await start(['record', 'next.json', '--history', 'linked']);
  rmSync(join(root, 'linked', 'test-gpu-vulkan-01234567'));
  expect(ended).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      `linked/test-gpu-vulkan-01234567 is a link to ${target}, and a history holds`,
    ),
  });
});

test.for(['record', 'merge', 'compare'])('%s refuses a run file that is a FIFO', async (command) => {
  const file = join(own, '2026-09-01.json');
  const ended = await start(
    [command, file, file, '--out', 'never.json'].slice(0, command === 'merge' ? 5 : 3),
  );
  expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('2026-09-01.json') });
});
