// A Python program that goes wrong costs the id that it was asked for; what comes after it runs on, and nothing of it stays behind.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result, Run } from '@kernel-ladder/schema';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bench, removeWithLocks } from '../../fixtures/testing.ts';

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));
const fixtures = join(workspace, 'packages', 'peers', 'fixtures');
const root = mkdtempSync(join(tmpdir(), 'kernel-ladder-python-'));
// Its name is that of no other process.
const python = join(root, 'hostile-python.py');

// The prefix sums of this workspace, and rows of Python beside them.
beforeAll(() => {
  const peers = join(root, 'packages', 'peers');
  mkdirSync(join(peers, 'src'), { recursive: true });
  mkdirSync(join(root, 'results'));
  symlinkSync(join(workspace, 'packages', 'kernel-scan'), join(root, 'packages', 'kernel-scan'));
  cpSync(join(workspace, 'suites'), join(root, 'suites'), { recursive: true });
  writeFileSync(join(peers, 'package.json'), JSON.stringify({ bench: { rungs: ['scan/torch'] } }));
  const entry = JSON.stringify(join(fixtures, 'hostile-python.ts'));
  writeFileSync(join(peers, 'src', 'bench.ts'), `await import(${entry});\n`);
  cpSync(join(fixtures, 'hostile-python.py'), python);
  vi.stubEnv('KERNEL_LADDER_PYTHON', python);
  // To fill what is usual takes the host seconds.
  vi.stubEnv('KERNEL_LADDER_PEER_GIB', '1');
});
afterAll(() => {
  vi.unstubAllEnvs();
  removeWithLocks(root);
});

const idOf = (n: number) => `scan/torch/n=${n},u32`;

/** How an id ends at a length at which the program goes wrong. */
const ends: readonly (readonly [n: number, how: string, code: string, says: RegExp])[] = [
  [201, 'hangs', 'timeout', /no result within \d0 s/],
  [202, 'prints on its pipe', 'crashed', /wrote what is no header: "Loading weights: 100%"/],
  [203, 'prints without end', 'crashed', /no header within \d{7} bytes/],
  [204, 'ends midway', 'crashed', /ended by exit code 1: gave up midway/],
  [205, 'announces 10 GiB', 'crashed', /announces 10737418240 bytes, at most 820 were asked for/],
  [206, 'gives another length', 'crashed', /gives 7 of u32 as "result", the family wants 206 of u32/],
  [207, 'is wrong', 'wrong-result', /result\[\d+\] is 0/],
  [208, 'closes its pipe and lingers', 'crashed', /ended by SIGKILL/],
  [209, 'takes all memory', 'crashed', /took \d\.\d GiB of memory, \d\.\d GiB are allowed/],
  [210, 'gives a type that is none', 'crashed', /wrote what is no header: .*f80/],
  [211, 'gives less than nothing', 'crashed', /wrote what is no header: .*-4/],
  [214, 'answers late', 'crashed', /answers question (\d+), not \d+/],
  [215, 'fills shared memory', 'crashed', /took \d+\.\d GiB of memory, \d+\.\d GiB are allowed/],
  [216, 'takes shared memory away', 'crashed', /ends after 0 of 864 bytes of "result"/],
  [217, 'tells no number', 'crashed', /wrote what is no header: .*NaN/],
  [218, 'is killed', 'crashed', /ended by SIGKILL/],
  [219, 'answers something else', 'crashed', /answers with "other", which nobody asked for/],
  [220, 'goes on with what it has kept', 'wrong-result', /came after it was ready: result\[\d+\] is /],
  [300_000, 'does not read', 'timeout', /no result within \d0 s/],
];

const results = new Map<string, Result>();
// The programs that a Python has been started with, by the end of a run without and of one with peers.
const started: string[] = [];

async function run(timeoutS: number, ids: readonly string[]): Promise<void> {
  const flags = ['--suite', 'smoke', '--software', '--no-progress', '--out', `${timeoutS}.json`, '--json'];
  const { out } = await bench(root, [...flags, '--timeout', String(timeoutS), ...ids]);
  const { results: found }: Run = JSON.parse(out);
  for (const result of found) results.set(result.id, result);
}

function startedSoFar(): string {
  const file = python.replace(/py$/, 'log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

beforeAll(async () => {
  await run(120, ['scan/look-back/n=213,u32']);
  started.push(startedSoFar());
  const hangs = ends.filter(([, , code]) => code === 'timeout').map(([n]) => n);
  await run(10, [...hangs.map(idOf), idOf(212)]);
  // On a busy machine the one that does what it should takes longer than those that hang are given.
  if (results.get(idOf(212))?.reason?.code === 'timeout') await run(60, [idOf(201), idOf(212)]);
  const others = ends.map(([n]) => n).filter((n) => !hangs.includes(n));
  await run(120, [...others.map(idOf), idOf(213), 'scan/look-back/n=213,u32']);
  started.push(startedSoFar());
}, 360_000);

test.for(ends)('a program that at n=%i %s', ([n, , code, says]) => {
  expect(results.get(idOf(n))).toMatchObject({
    status: 'failed',
    reason: { code, message: expect.stringMatching(says) },
    peer: { name: 'PyTorch', version: '6.6.6' },
  });
});

test.for([212, 213])('where it does what it should, at n=%i, it passes after all others', (n) => {
  const result = results.get(idOf(n));
  expect(result?.reason).toBeUndefined();
  expect(result).toMatchObject({ status: 'passed', timing: { clock: 'peer' } });
});

test('without a row that wants it no Python is started', () => {
  const [without, together] = started;
  expect(without).toBe('');
  expect(together).toMatch(/^probe\.py\n[^]*main\.py\n/);
});

// A process that was killed takes a moment to give its memory back.
test('none of its processes is left', async () => {
  await expect.poll(processesLeft).toEqual([]);
});

function processesLeft(): readonly string[] {
  const lines = readdirSync('/proc').flatMap((entry) => {
    try {
      return /^\d+$/.test(entry) ? [readFileSync(`/proc/${entry}/cmdline`, 'utf8')] : [];
    } catch {
      return [];
    }
  });
  return lines.filter((line) => line.includes(python));
}
