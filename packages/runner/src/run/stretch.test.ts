// Whose process runs when: one family at a time, and the next one only waits.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedId, Machine } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { createIo, sampleResult } from '../../fixtures/testing.ts';
import { isAlive } from '../process/alive.ts';
import { runStretch } from './stretch.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-stretch-'));
afterAll(() => rmSync(folder, { recursive: true }));
const log = join(folder, 'log');

// Writes down when it starts, is given its ids and ends; an id takes a second longer than the second process takes to start.
const source = (name: string) => `import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
const note = (what) => appendFileSync(${JSON.stringify(log)}, what + ' ${name} ' + process.pid + '\\n');
const emit = (event) => writeSync(3, JSON.stringify(event) + '\\n');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
note('boot');
const { ids } = JSON.parse(await text(process.stdin));
note('job');
for (const id of ids) {
  emit({ type: 'start', id });
  emit({ type: 'progress', id, phase: 'check', share: 0 });
  for (let waits = 0; waits < 600 && !readFileSync(${JSON.stringify(log)}, 'utf8').includes('boot second'); waits++) await pause(50);
  await pause(1000);
  emit({ type: 'result', result: { ...${JSON.stringify(sampleResult('one', 1000))}, id, family: '${name}' } });
}
note('end');
emit({ type: 'done', leakedBuffers: 0 });`;

const family = (name: string) => {
  const entry = join(folder, `${name}.ts`);
  writeFileSync(entry, source(name));
  return { name, entry };
};
const families = ['first', 'empty', 'second'].map(family);
const ids = ['first', 'second'].map(
  (name) =>
    ({ ...sampleResult('one', 1000), id: `${name}/one/n=1024,f32`, family: name }) as unknown as ListedId,
);

async function noted(onPhase: (abort: () => void) => void) {
  writeFileSync(log, '');
  const { io, interrupt } = createIo('.');
  const machine = { software: true } as Machine;
  const spec = {
    job: { gpu: { kind: 'auto' }, seed: 1, effort: 'quick', machine },
    timeoutMs: 60_000,
    onPhase: () => onPhase(interrupt),
    onResult: () => {},
  } as const;
  await runStretch(io, { families, ids, spec });
  return readFileSync(log, 'utf8').trim().split('\n');
}

const phasesOf = (lines: readonly string[]) => lines.map((line) => line.replace(/ \d+$/, ''));
const pidOf = (lines: readonly string[], what: string) =>
  Number(lines.find((line) => line.startsWith(what))?.split(' ')[2]);

test('the next family’s process starts beside the last id of the one before, and gets its job after it', async () => {
  const lines = phasesOf(await noted(() => {}));
  expect(lines).toEqual(['boot first', 'job first', 'boot second', 'end first', 'job second', 'end second']);
});

test(
  'a process that waits when the run is interrupted is ended without a job',
  { timeout: 30_000 },
  async () => {
    const lines = await noted((abort) => {
      const watch = setInterval(() => {
        if (!readFileSync(log, 'utf8').includes('boot second')) return;
        clearInterval(watch);
        abort();
      }, 20);
    });
    expect(phasesOf(lines)).toEqual(['boot first', 'job first', 'boot second']);
    await expect.poll(() => isAlive(pidOf(lines, 'boot second'))).toBe(false);
  },
);
