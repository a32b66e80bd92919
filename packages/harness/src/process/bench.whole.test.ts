import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseEvent } from '@kernel-ladder/schema';
import type { FamilyEvent, Job, Machine } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';

const entry = fileURLToPath(new URL('../../fixtures/double/bench.ts', import.meta.url));
const gpu = { kind: 'software' } as const;

async function start(argv: readonly string[], stdin: string, { isByHand = false } = {}) {
  const stdio = ['pipe', 'pipe', 'pipe', isByHand ? 'ignore' : 'pipe'] as const;
  const child = spawn(process.execPath, [entry, ...argv], { stdio: [...stdio] });
  const [input, out, err, pipe] = child.stdio as unknown as readonly [
    Writable,
    Readable,
    Readable,
    Readable | null,
  ];
  input.end(stdin);
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [lines, stdout] = await Promise.all([text(pipe ?? out), pipe ? text(out) : '', text(err)]);
  const events: FamilyEvent[] = lines
    .trim()
    .split('\n')
    .map((line) => parseEvent('family', line));
  return { code: await code, events, stdout };
}

const ask = (argv: readonly string[], job: Partial<Job> = {}) =>
  start(argv, JSON.stringify({ gpu, seed: 1, ...job }));

let machine: Machine;
beforeAll(async () => {
  const { events } = await ask(['profile']);
  machine = events.find((event) => event.type === 'machine')!.machine;
});

test('answers on fd 3 alone, with done as the last word, and exits 0', async () => {
  const { code, events, stdout } = await ask(['list']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(events.map((event) => event.type)).toEqual(['family', 'done']);
});

test('runs the ids of its job and leaves no buffer alive', async () => {
  const ids = ['double/double/n=100,f32', 'double/invalid/n=100,f32'];
  const { code, events } = await ask(['run'], { ids, machine, effort: 'quick', edgeCases: false });
  expect(code).toBe(0);
  expect(events.flatMap((event) => (event.type === 'result' ? [event.result.status] : []))).toEqual([
    'passed',
    'failed',
  ]);
  expect(events.at(-1)).toEqual({ type: 'done', leakedBuffers: 0 });
});

test.for([
  { argv: ['dance'], code: 2, says: '"dance" is not a verb' },
  { argv: ['show', 'double/none/n=1,f32'], code: 2, says: 'double has no double/none/n=1,f32' },
  { argv: ['run'], code: 2, says: 'needs the machine’s profile' },
])('ends $argv with an error event and exit $code', async ({ argv, code, says }) => {
  const ended = await ask(argv);
  expect(ended.code).toBe(code);
  const told = ended.events.filter(({ type }) => type !== 'ready' && type !== 'device-open');
  expect(told).toEqual([{ type: 'error', code: 'usage', message: expect.stringContaining(says) }]);
});

test('says which adapters there are when it is asked for another', async () => {
  const { code, events } = await ask(['list'], { gpu: { kind: 'auto', adapter: 'Voodoo 2' } });
  expect(code).toBe(2);
  expect(events).toEqual([{ type: 'error', code: 'usage', message: expect.stringContaining('SwiftShader') }]);
});

test('lists what another process has seen of the adapter as that one does, and opens none', async () => {
  const [seen] = (await ask(['list'])).events;
  expect.assert(seen?.type === 'family');
  const { adapter, facts } = seen;
  expect.assert(adapter !== undefined && facts !== undefined);
  // Were it opened, the process would end for want of it.
  const unseen = { kind: 'auto', adapter: 'Voodoo 2' } as const;
  const { code, events } = await ask(['list'], { gpu: unseen, seen: { adapter, facts } });
  expect(code).toBe(0);
  expect(events).toEqual([seen, { type: 'done', leakedBuffers: 0 }]);
});

test.for([
  { what: 'no job', stdin: '' },
  { what: 'a job', stdin: `${JSON.stringify({ gpu, seed: 1 })}\n` },
])('started by hand with $what it waits for nobody', async ({ stdin }) => {
  const { code, events } = await start(['list'], stdin, { isByHand: true });
  expect(code).toBe(0);
  expect(events[0]?.type).toBe('family');
});

test('takes its turn with the line end behind its job', async () => {
  const { code } = await start(['list'], `${JSON.stringify({ gpu, seed: 1 })}\n\n`);
  expect(code).toBe(0);
});

test('let open, it says when the device is open, and waits for its turn with its first id', async () => {
  const child = spawn(process.execPath, [entry, 'run'], { stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
  const [input, , , pipe] = child.stdio as unknown as readonly [Writable, null, null, Readable];
  const ids = ['double/double/n=100,f32'];
  input.write(`${JSON.stringify({ gpu, seed: 1, machine, ids, effort: 'quick', edgeCases: false })}\n`);
  const types: string[] = [];
  for await (const line of createInterface({ input: pipe })) {
    const { type } = parseEvent('family', line);
    if (types.at(-1) !== type) types.push(type);
    if (type === 'ready') input.write('open\n');
    // Long enough for an id that does not wait to be seen.
    if (type === 'device-open') setTimeout(() => input.end((types.push('turn'), '\n')), 200);
  }
  expect(types.slice(0, 4)).toEqual(['ready', 'device-open', 'turn', 'start']);
  expect(types.slice(-3)).toEqual(['result', 'device-free', 'done']);
});

// Whoever starts it has the other end of fd 3, and is dead when stdin ends.
test.for([
  { what: 'gave a job', stdin: '', says: 'before it gave this process a job' },
  {
    what: 'gave it its turn',
    stdin: `${JSON.stringify({ gpu, seed: 1 })}\n`,
    says: 'before it was this process’s turn',
  },
])('opens no device for a runner that died before it $what', async ({ stdin, says }) => {
  const { code, events } = await start(['list'], stdin);
  expect(code).toBe(2);
  expect(events).toEqual([{ type: 'error', code: 'usage', message: expect.stringContaining(says) }]);
});

test('measures nothing for a runner that died between letting it open the device and its turn', async () => {
  const job = { gpu, seed: 1, machine, ids: ['double/double/n=100,f32'] };
  const { code, events } = await start(['run'], `${JSON.stringify(job)}\nopen\n`);
  expect(code).toBe(2);
  expect(events.map(({ type }) => type)).toEqual(['ready', 'device-open', 'error']);
});
