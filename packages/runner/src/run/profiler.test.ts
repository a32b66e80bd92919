// When the machine is profiled: on hardware beside families that list themselves, in software behind them.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createIo } from '../../fixtures/testing.ts';
import { bootProfiler } from './profiler.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-profiler-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Leaves a file once it has its turn.
const entry = join(folder, 'family.ts');
const sign = join(folder, 'profiled');
writeFileSync(
  entry,
  `import { writeFileSync, writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
await text(process.stdin);
writeFileSync(${JSON.stringify(sign)}, '');
writeSync(3, JSON.stringify({ type: 'done', leakedBuffers: 0 }) + '\\n');`,
);
const family = { name: 'one', entry };
const job = { gpu: { kind: 'auto' }, seed: 1 } as const;

test.for([{ software: false }, { software: true }])(
  'profiles on an adapter that is held: $software',
  async ({ software }) => {
    rmSync(sign, { force: true });
    const held: string[] = [];
    const hold = async ({ name }: { readonly name: string }) => void held.push(name);
    const profiler = bootProfiler(createIo('.').io, [family], { job, hold });
    const adapter = { backend: 'vulkan', name: 'Test GPU', software };
    profiler.begin(family, adapter);
    expect(held).toEqual(software ? [] : ['Test GPU']);
    await expect.poll(() => existsSync(sign) || software).toBe(true);
    const events = await profiler.ask(family, adapter);
    expect(events.map(({ type }) => type)).toEqual(['done']);
    expect({ held, isProfiled: existsSync(sign) }).toEqual({ held: ['Test GPU'], isProfiled: true });
  },
);

const refuse = () => Promise.reject(new Error('held by another'));

test('an adapter that another bench holds is not profiled, and whoever asks is told', async () => {
  rmSync(sign, { force: true });
  const profiler = bootProfiler(createIo('.').io, [family], { job, hold: refuse });
  const adapter = { backend: 'vulkan', name: 'Test GPU', software: false };
  profiler.begin(family, adapter);
  const asked = profiler.ask(family, adapter).catch(profiler.fail);
  await expect(asked).rejects.toThrow('held by another');
  expect(existsSync(sign)).toBe(false);
});
