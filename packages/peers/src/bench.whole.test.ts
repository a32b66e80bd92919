// The process of the peers answers what a family's process answers, for each family that it has rows of.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseEvent } from '@kernel-ladder/schema';
import type { FamilyEvent, Job, Machine } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';

const entry = fileURLToPath(new URL('./bench.ts', import.meta.url));

async function ask(argv: readonly string[], job: Partial<Job> = {}) {
  const child = spawn(process.execPath, [entry, ...argv], { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  const [input, , errors, pipe] = child.stdio as unknown as readonly [Writable, null, Readable, Readable];
  input.end(JSON.stringify({ gpu: { kind: 'software' }, seed: 1, ...job }));
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [lines] = await Promise.all([text(pipe), text(errors)]);
  const events = lines
    .trim()
    .split('\n')
    .map((line) => parseEvent('peers', line));
  return { code: await code, events };
}

const listed = (events: readonly FamilyEvent[]) =>
  events.flatMap((event) => (event.type === 'family' ? event.family.ids : []));

let machine: Machine;
beforeAll(async () => {
  const { events } = await ask(['profile']);
  machine = events.find((event) => event.type === 'machine')!.machine;
});

test('lists each family under its own name, and no rung but those that its package names', async () => {
  const { events } = await ask(['list']);
  expect(events.map((event) => (event.type === 'family' ? event.family.name : event.type))).toEqual([
    'reduce',
    'gemm',
    'scan',
    'softmax',
    'norm',
    'attention',
    'allreduce',
    'memory',
    'elementwise',
    'conv',
    'sort',
    'sparse',
    'atomics',
    'fusion',
    'done',
  ]);
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const rungs = new Set(listed(events).map(({ family, variant }) => `${family}/${variant}`));
  expect([...rungs]).toEqual(manifest.bench.rungs);
});

test('rows of Python share a process, and so do those of the processor', () => {
  const { rungs, together } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ).bench;
  const names = new Set(rungs.map((rung: string) => rung.split('/')[1]));
  const alone = [...names].filter((name) => !together.flat().includes(name));
  expect(alone).toEqual(['tfjs', 'onnxruntime-web', 'jax-js']);
  const python = readFileSync(new URL('../python/bench.py', import.meta.url), 'utf8');
  const rows = [...python.matchAll(/^ {4}"\w+\/([\w-]+)": "/gm)].map(([, name]) => name);
  expect(new Set(together[1])).toEqual(new Set(rows));
});

test('runs ids of several families, in their order', async () => {
  const ids = [
    'gemm/cpu-n/m=16,n=16,k=1024,f32',
    'reduce/cpu-1/n=10007,f32',
    'reduce/cpu-n/n=10007,f32',
    'reduce/round-trip/n=10007,f32',
    'scan/cpu-n/n=10007,f32',
    'softmax/cpu-n/rows=8,columns=256,mask=padding,f32',
    'norm/cpu-n/rows=8,columns=256,op=rmsnorm,f32',
    'attention/cpu-n/h=2,q=33,k=65,d=32,f32',
    'allreduce/cpu-n/n=1003,ranks=4,f32',
  ];
  const { code, events } = await ask(['run'], { ids, machine, effort: 'quick', edgeCases: false });
  expect(code).toBe(0);
  const results = events.flatMap((event) => (event.type === 'result' ? [event.result] : []));
  expect(results.map(({ id, status, kind }) => `${id} ${kind} ${status}`)).toEqual(
    ids.map((id) => `${id} cpu passed`),
  );
  for (const { timing, peer, check } of results) {
    expect(timing).toMatchObject({ clock: 'host' });
    expect(peer!.settings['cpu']).toBeTypeOf('string');
    expect(check).toMatchObject({ seeds: [1, 2], post: true });
  }
  expect(events.at(-1)).toEqual({ type: 'done', leakedBuffers: 0 });
});

test('shows who runs an id', async () => {
  const { events } = await ask(['show', 'reduce/cpu-1/n=10007,f32']);
  expect(events[0]).toMatchObject({ shown: { passes: [], peer: { name: 'JavaScript loop' } } });
  const ids = ['gemm/cpu-1/m=16,n=16,k=1024,f32', 'reduce/cpu-1/n=10007,f32'];
  const several = await ask(['show'], { ids });
  expect(several.events.flatMap((event) => (event.type === 'shown' ? [event.shown.id] : []))).toEqual(ids);
});

test('an id of no family here is a usage fault', async () => {
  const { code, events } = await ask(['show', 'fft/cpu-1/n=1,f32']);
  expect({ code, events }).toEqual({
    code: 2,
    events: [
      {
        type: 'error',
        code: 'usage',
        message:
          'no family fft here: reduce, gemm, scan, softmax, norm, attention, allreduce, memory, elementwise, conv, sort, sparse, atomics, fusion',
      },
    ],
  });
});
