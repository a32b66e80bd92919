// Artifacts as honest jobs leave them, and as somebody would who wants this job's memory, disk or token.
import { deflateRawSync } from 'node:zlib';
import { sampleRun } from '@kernel-ladder/publish/testing';
import { expect, test } from 'vitest';
import { confirmedRun } from '../testing/confirmed.ts';
import { zipOf } from '../testing/zip.ts';
import type { ZipEntry } from '../testing/zip.ts';
import { readArtifact } from './read.ts';
import { readZip } from './zip.ts';

const kernel = {
  schemaVersion: 1,
  hash: '0123456789abcdef',
  passes: [{ file: 'naive.wgsl', text: 'fn main() {}', bindings: [], workgroups: [1, 1, 1] }],
};
const confirmed: ZipEntry = { name: 'confirmed.json', data: JSON.stringify(confirmedRun()) };
const run: ZipEntry = { name: 'run.json', data: JSON.stringify(sampleRun()) };
const kernels: ZipEntry = { name: 'run.kernels.ndjson', data: `${JSON.stringify(kernel)}\n` };

test('an honest artifact is read', async () => {
  const artifact = await readArtifact(zipOf([confirmed, run, kernels]));
  expect(artifact.confirmed).toEqual(confirmedRun());
  expect(artifact.run.results).toHaveLength(2);
  expect(artifact.kernels).toEqual([kernel]);
});

test('texts of kernels may be missing', async () => {
  expect((await readArtifact(zipOf([confirmed, run]))).kernels).toEqual([]);
});

// A gigabyte of zeros is a megabyte of zip, and bombs are made of such.
const bomb = deflateRawSync(Buffer.alloc(60_000_000));

test.for([
  ['nothing', [], 'no confirmed.json in it'],
  ['no run', [confirmed], 'no run.json in it'],
  [
    'another file',
    [confirmed, { name: 'x.json', data: '' }],
    'an entry "x.json", not one of confirmed.json, run.json, run.kernels.ndjson',
  ],
  [
    'too many',
    Array.from({ length: 2000 }, (_, at) => ({ name: `${at}`, data: '' })),
    '2000 entries, not 3 at most',
  ],
  ['two of one name', [confirmed, { ...confirmed, data: '{}' }], 'two entries of the name "confirmed.json"'],
  ['a path upwards', [{ name: '../../.bashrc', data: 'x' }], 'invalid relative path'],
  ['a path from the root', [{ name: '/etc/passwd', data: 'x' }], 'absolute path'],
  ['a path of Windows', [{ name: 'C:\\x', data: 'x' }], 'invalid characters'],
  ['a folder', [{ name: 'run.json/', data: '' }], 'an entry "run.json/"'],
  ['a link', [{ ...run, data: '/proc/self/environ', mode: 0o120777 }], '"run.json" is no regular file'],
  ['a device', [{ ...run, mode: 0o020666 }], '"run.json" is no regular file'],
  ['a secret', [{ ...run, flags: 1 }], '"run.json" is encrypted'],
  [
    'a bomb that says so',
    [{ name: 'run.json', data: '', compressed: bomb, claimedSize: 60_000_000 }],
    '"run.json" is larger than 40000000 bytes',
  ],
  [
    'a bomb that does not',
    [{ name: 'run.json', data: '', compressed: bomb, claimedSize: 10 }],
    'too many bytes',
  ],
  ['less than it says', [{ ...run, claimedSize: 30_000_000 }], 'not enough bytes'],
  ['no JSON', [{ ...confirmed, data: 'NaN' }, run], 'confirmed.json: not JSON'],
  ['a million brackets', [confirmed, { ...run, data: '['.repeat(1_000_000) }], 'run.json: not JSON'],
  [
    'a million brackets that close',
    [confirmed, { ...run, data: `${'['.repeat(500_000)}${']'.repeat(500_000)}` }],
    'run.json: /: must be object',
  ],
  [
    'a prototype',
    [{ ...confirmed, data: JSON.stringify(confirmedRun()).replace('{', '{"__proto__":{"x":1},') }, run],
    'unknown field "__proto__"',
  ],
  [
    'another encoding',
    [{ ...confirmed, data: Buffer.from(JSON.stringify(confirmedRun()), 'utf16le') }, run],
    'not JSON',
  ],
  [
    'a mark of byte order',
    [{ ...confirmed, data: `\uFEFF${JSON.stringify(confirmedRun())}` }, run],
    'not JSON',
  ],
  [
    'a number beyond all',
    [{ ...confirmed, data: JSON.stringify(confirmedRun()).replace('"effect":0', '"effect":1e999') }, run],
    '/compared/0/effect: must be number',
  ],
  [
    'a number that is none',
    [{ ...confirmed, data: JSON.stringify(confirmedRun()).replace('"effect":0', '"effect":"NaN"') }, run],
    '/compared/0/effect: must be number',
  ],
  [
    'a field of its own',
    [{ ...confirmed, data: JSON.stringify({ ...confirmedRun(), number: 1 }) }, run],
    'unknown field "number"',
  ],
  [
    'a change that no turns confirm',
    [{ ...confirmed, data: JSON.stringify(confirmedRun()).replace('SAME', 'REGRESSED') }, run],
    '/compared/0/inTurns',
  ],
  [
    'a million ids',
    [
      {
        ...confirmed,
        data: JSON.stringify(confirmedRun({ gone: Array.from({ length: 1_000_000 }, () => 'a/b/c') })),
      },
      run,
    ],
    'must NOT have more than 20000 items',
  ],
  [
    'a run of another commit',
    [confirmed, { ...run, data: JSON.stringify(sampleRun({ sha: 'd'.repeat(40) })) }],
    'run.json is of dddd',
  ],
  [
    'a run of another machine',
    [confirmed, { ...run, data: JSON.stringify(sampleRun({ machine: 'other-gpu-vulkan-01234567' })) }],
    'run.json is of other-gpu',
  ],
  ['a kernel that is none', [confirmed, run, { ...kernels, data: '{}\n' }], 'run.kernels.ndjson: line 1'],
  [
    'a million kernels',
    [confirmed, run, { ...kernels, data: '{}\n'.repeat(1_000_000) }],
    '1000000 kernels, not 20000 at most',
  ],
] as const)('%s is refused with a sentence', async ([, entries, why]) => {
  await expect(readArtifact(zipOf(entries))).rejects.toThrow(why);
});

test('more results than the bytes allow are refused', async () => {
  const [result] = sampleRun().results;
  const small = JSON.stringify({
    ...result,
    coverage: [],
    samplesNs: undefined,
    timing: undefined,
    metrics: undefined,
    check: undefined,
    dispatch: undefined,
    status: 'skipped',
    reason: { code: 'not-applicable', message: 'x' },
    comparable: false,
  });
  const text = JSON.stringify(sampleRun({ results: [] })).replace(
    '"results":[]',
    `"results":[${Array.from({ length: 200_000 }, () => small).join(',')}]`,
  );
  await expect(readArtifact(zipOf([confirmed, { ...run, data: text }]))).rejects.toThrow(
    'is larger than 40000000 bytes',
  );
});

test.for([
  ['what is no zip', Buffer.from('not a zip'), 'no zip that can be read'],
  ['a torn zip', zipOf([run]).subarray(0, 100), 'no zip that can be read'],
  ['a zip without end', Buffer.alloc(41_000_000), 'more than 40000000 bytes'],
] as const)('%s is refused', async ([, bytes, why]) => {
  await expect(readArtifact(bytes)).rejects.toThrow(why);
});

test('the same bomb is read where it is allowed: the limit refuses it, and nothing else', async () => {
  const honest = zipOf([{ name: 'x', data: Buffer.alloc(60_000_000) }]);
  expect((await readZip(honest, { x: 60_000_000 })).get('x')).toHaveLength(60_000_000);
});
