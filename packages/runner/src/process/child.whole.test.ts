import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FamilyEvent } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { isAlive } from './alive.ts';
import { bootFamily, lastWords, startFamily } from './child.ts';
import { createIo } from '../../fixtures/testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-child-'));
afterAll(() => rmSync(folder, { recursive: true }));

const job = { gpu: { kind: 'software' }, seed: 1 } as const;

async function end(code: string) {
  const entry = join(folder, 'child.ts');
  writeFileSync(entry, code);
  return startFamily(createIo('.').io, entry, { args: [], job, onEvent: () => {} }).ended;
}

test('brings an uncaught error’s own line', async () => {
  const { code, stderr } = await end(`throw new TypeError('no such thing')`);
  expect(code).toBe(1);
  expect(lastWords(stderr)).toBe('TypeError: no such thing');
});

test('ends a process that starts behind an interrupt', async () => {
  const entry = join(folder, 'late.ts');
  writeFileSync(entry, 'setInterval(() => {}, 1000);');
  const { io, interrupt } = createIo('.');
  interrupt();
  const { ended } = startFamily(io, entry, { args: [], job, onEvent: () => {} });
  expect((await ended).signal).toBe('SIGKILL');
});

test('ends a process at the first line that is no event', async () => {
  const { signal, fault } = await end(
    `import { writeSync } from 'node:fs'; writeSync(3, 'hello\\n'); setInterval(() => {}, 1000);`,
  );
  expect(signal).toBe('SIGKILL');
  expect(fault).toContain('not JSON');
});

test('a process that ends before its turn has ended when its turn comes, and is heard to its last event', async () => {
  const [entry, pidFile] = [join(folder, 'waiting.ts'), join(folder, 'pid')];
  const fault = { type: 'error', code: 'usage', message: 'there is no such id' } as const;
  writeFileSync(
    entry,
    `import { writeFileSync, writeSync } from 'node:fs';
writeSync(3, ${JSON.stringify(`${JSON.stringify(fault)}\n`)});
writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
process.exit(2);`,
  );
  const waiting = bootFamily(createIo('.').io, entry, { args: [], job });
  await expect.poll(() => existsSync(pidFile)).toBe(true);
  await expect.poll(() => isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
  const heard: FamilyEvent[] = [];
  const { code } = await waiting.start((event) => heard.push(event)).ended;
  expect({ code, heard }).toEqual({ code: 2, heard: [fault] });
});

test('a process that is let open the device has opened it once it says so, or is gone', async () => {
  const opens = join(folder, 'opens.ts');
  writeFileSync(
    opens,
    `import { createInterface } from 'node:readline';
import { writeSync } from 'node:fs';
const say = (type) => writeSync(3, JSON.stringify({ type }) + '\\n');
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
await lines.next();
say('ready');
if ((await lines.next()).value === 'open') say('device-open');
await lines.next();
say('device-free');
process.exit(0);`,
  );
  const waiting = bootFamily(createIo('.').io, opens, { args: [], job });
  await expect.poll(waiting.isReady).toBe(true);
  await waiting.open();
  const heard: FamilyEvent['type'][] = [];
  const { code } = await waiting.start(({ type }) => heard.push(type)).ended;
  expect({ code, heard }).toEqual({ code: 0, heard: ['device-free'] });
  const dying = join(folder, 'dying.ts');
  writeFileSync(dying, 'process.exit(3);');
  await bootFamily(createIo('.').io, dying, { args: [], job }).open();
});

test.for([
  { stderr: '', words: '' },
  {
    stderr: "Warning: Couldn't load Vulkan: libvulkan.so.1\n    at operator() (BackendVk.cpp:368)\n",
    words: '',
  },
  { stderr: 'one\n\ntwo\n', words: 'two' },
  { stderr: 'RangeError: no\n    at f (a.ts:1:1)\n\nNode.js v24.21.0\n', words: 'RangeError: no' },
  {
    stderr: 'FATAL ERROR: heap\n----- Native stack trace -----\n\n 1: 0xe0 node::Abort()\n',
    words: 'FATAL ERROR: heap',
  },
])('finds $words', ({ stderr, words }) => {
  expect(lastWords(stderr)).toBe(words);
});
