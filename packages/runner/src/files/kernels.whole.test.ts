// Texts of kernels: beside a run, in the history once a hash, and found again by it.
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashKernel } from '@kernel-ladder/schema';
import type { KernelText, Run } from '@kernel-ladder/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench, createWorkspace } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';
import { readRun, writeRun } from './files.ts';
import {
  kernelFileOf,
  openKernelFile,
  readHistoryKernels,
  readRunKernels,
  writeRunKernels,
} from './kernels.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const history = join(root, 'dashboard', 'history');
const [first, again] = [join(root, 'first.json'), join(root, 'again.json')];
const packs = () => readdirSync(join(history, 'kernels'));
const record = (...files: readonly string[]) => bench(root, ['record', ...files]);

// A run of a clean commit, which a workspace without git cannot make.
function cleanRun(file: string, more: Partial<Run['run']> = {}): Run {
  const { run, ...rest } = readRun(file);
  return { ...rest, run: { ...run, ...more, commit: { ...run.commit, dirty: false } } };
}

let recorded: Outcome;
beforeAll(async () => {
  await bench(root, ['--software', '--suite', 'right', '--effort', 'quick', '--out', first]);
  writeRun(first, cleanRun(first));
  writeRun(again, cleanRun(first, { id: 'again' }));
  writeRunKernels(again, readRunKernels(first));
  recorded = await record(first);
});

test('a run leaves the text of each of its kernels beside it, once a hash', () => {
  const hashes = readRun(first).results.flatMap(({ kernelHash }) => kernelHash ?? []);
  expect(hashes.length).toBeGreaterThan(0);
  expect(readRunKernels(first).map(({ hash }) => hash)).toEqual([...new Set(hashes)]);
});

test('what is stored has the hash that the results name', async () => {
  const stored = readHistoryKernels(history).values;
  const named = new Set(readRun(first).results.flatMap(({ kernelHash }) => kernelHash ?? []));
  expect(new Set(stored.map(({ hash }) => hash))).toEqual(named);
  for (const { hash, passes } of stored) {
    expect(await hashKernel(passes)).toBe(hash);
    expect(passes[0]?.text).toContain('fn main');
  }
  expect(recorded.err).toContain(`with the texts of ${named.size} kernels that it did not have`);
});

test('a second run of the same kernels adds no text', async () => {
  const before = packs();
  const { code, err } = await record(again);
  expect({ code, packs: packs() }).toEqual({ code: 0, packs: before });
  expect(err).not.toContain('texts');
});

test('a pack that cannot be read is named, and what has its name is neither read nor replaced', async () => {
  const spoiled = join(root, 'spoiled');
  await bench(root, ['record', first, '--history', spoiled]);
  const [name = ''] = readdirSync(join(spoiled, 'kernels'));
  const pack = join(spoiled, 'kernels', name);
  writeFileSync(pack, 'no pack');
  const { code, err } = await bench(root, ['record', again, '--history', spoiled]);
  expect(err).toMatch(
    new RegExp(`left out: ${name}: not Brotli: .*\n.*${name} is in the way of these texts`),
  );
  expect(code).toBe(2);
  expect(readFileSync(pack, 'utf8')).toBe('no pack');
});

test('a text that is not that of its hash is refused, and nothing is recorded', async () => {
  const forged = join(root, 'forged.json');
  const run = cleanRun(first, { id: 'forged' });
  const hash = 'f'.repeat(16);
  writeRun(forged, { ...run, results: run.results.map((result) => ({ ...result, kernelHash: hash })) });
  writeRunKernels(
    forged,
    readRunKernels(first).map((kernel) => ({ ...kernel, hash })),
  );
  const before = readdirSync(history, { recursive: true });
  const { code, err } = await record(forged);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining(`the text of kernel ${hash} has the hash`),
  });
  expect(readdirSync(history, { recursive: true })).toEqual(before);
});

test('texts that no result names stay out, and a run without its texts is told', async () => {
  const bare = join(root, 'bare.json');
  writeRun(bare, cleanRun(first, { id: 'bare' }));
  const { code, err } = await record(bare);
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringContaining('without texts: bare.kernels.ndjson is not beside it'),
  });
  const empty = join(root, 'empty.json');
  const [result] = readRun(first).results;
  const other = { ...cleanRun(first, { id: 'empty' }), results: result ? [result] : [] };
  writeRun(empty, other);
  writeRunKernels(empty, [{ schemaVersion: 1, hash: '0'.repeat(16), passes: [] }]);
  expect((await record(empty)).code).toBe(0);
  expect(readHistoryKernels(history).values.map(({ hash }) => hash)).not.toContain('0'.repeat(16));
});

test('a merged run has the texts of all its shards', async () => {
  const run = cleanRun(first);
  const kernels = readRunKernels(first);
  const shards = run.results.slice(0, 2).map((result, at) => {
    const file = join(root, `shard-${at}.json`);
    writeRun(file, { ...run, run: { ...run.run, id: `shard-${at}` }, results: [result] });
    writeRunKernels(
      file,
      kernels.filter(({ hash }) => hash === result.kernelHash),
    );
    return file;
  });
  const whole = join(root, 'whole.json');
  expect((await bench(root, ['merge', ...shards, '--out', whole])).code).toBe(0);
  const named = new Set(readRun(whole).results.map(({ kernelHash }) => kernelHash));
  expect(new Set(readRunKernels(whole).map(({ hash }) => hash))).toEqual(named);
});

test('half a line that a killed process left is dropped when the run goes on', () => {
  const file = join(root, 'torn.json');
  const [kernel, other] = [textOf('a'), textOf('b')];
  openKernelFile(file, false).append(kernel);
  appendFileSync(kernelFileOf(file), '{"schemaVersion":1,"ha');
  const resumed = openKernelFile(file, true);
  resumed.append(kernel);
  resumed.append(other);
  expect(readRunKernels(file)).toEqual([kernel, other]);
  openKernelFile(file, false);
  expect(existsSync(kernelFileOf(file))).toBe(false);
});

function textOf(digit: string): KernelText {
  return { schemaVersion: 1, hash: digit.repeat(16), passes: [] };
}

test('a pack is much smaller than its texts', () => {
  const [name = ''] = packs();
  const text = statSync(kernelFileOf(first)).size;
  expect(statSync(join(history, 'kernels', name)).size).toBeLessThan(text / 3);
});

test('show prints a recorded text by the beginning of its hash, and starts no family for it', async () => {
  const [kernel] = readHistoryKernels(history).values;
  const { code, out, err } = await bench(root, ['show', '--hash', kernel?.hash.slice(0, 8) ?? '']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`kernel ${kernel?.hash}`);
  expect(out).toContain(kernel?.passes[0]?.text.trimEnd());
  expect(out).toMatch(/workgroups\n {3}binds \w+/);
});

test('show says which kernels an id ran where it never ran the one asked for', async () => {
  const [result] = readRun(first).results;
  const { code, err } = await bench(root, ['show', result?.id ?? '', '--hash', 'ffff']);
  expect(code).toBe(2);
  expect(err).toContain(`${result?.id} never ran a kernel ffff; it ran:`);
  expect(err).toMatch(new RegExp(`${result?.kernelHash} +00000000 +yes`));
});

test('show says that the text of an older kernel was not recorded', async () => {
  const run = cleanRun(first, { id: 'older' });
  const hash = '0123456789abcdef';
  const [result] = run.results;
  const file = join(root, 'results', 'older.json');
  writeFileSync(file, JSON.stringify({ ...run, results: [{ ...result, kernelHash: hash }] }));
  const { code, err } = await bench(root, ['show', '--hash', '0123']);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining(`the text of kernel ${hash} was not recorded: it ran at commit 00000000`),
  });
});

test('publish puts the texts where the site finds them, and says of which kernels there is none', async () => {
  await bench(root, ['publish', '--local', '--out', 'site']);
  const { key } = readRun(first).machine;
  const family = JSON.parse(readFileSync(join(root, 'site', key, 'faults.json'), 'utf8'));
  const stored = readHistoryKernels(history).values;
  expect(family.kernels).toEqual(stored.map(({ hash }) => hash).toSorted());
  for (const kernel of stored)
    expect(JSON.parse(readFileSync(join(root, 'site', 'kernels', `${kernel.hash}.json`), 'utf8'))).toEqual(
      kernel,
    );
  expect(existsSync(join(root, 'site', 'kernels', '0123456789abcdef.json'))).toBe(false);
});
