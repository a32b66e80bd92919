// Without the libraries: every row says which one is missing, and by which command it comes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEvent } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { librariesVariable } from './libraries.ts';

const empty = mkdtempSync(join(tmpdir(), 'kernel-ladder-libraries-'));
afterAll(() => rmSync(empty, { recursive: true }));

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the process of the peers lists where `folder` holds the libraries. */
function listWith(folder: string) {
  const { stdout, status } = spawnSync(process.execPath, [here('../bench.ts'), 'list'], {
    input: JSON.stringify({ gpu: { kind: 'software' }, seed: 1 }),
    encoding: 'utf8',
    env: { ...process.env, [librariesVariable]: folder },
    maxBuffer: 2 ** 26,
  });
  expect(status).toBe(0);
  return stdout
    .trim()
    .split('\n')
    .map((line) => parseEvent('peers', line))
    .flatMap((event) => (event.type === 'family' ? event.family.ids : []))
    .filter(({ kind }) => kind === 'peer');
}

test('a row without its library is a skip that names the command', () => {
  const ids = listWith(empty);
  const rows = new Set(ids.map(({ variant }) => variant));
  for (const library of ['tfjs', 'onnxruntime-web', 'jax-js']) expect(rows).toContain(library);
  const headline = ids.filter(({ id }) =>
    /^softmax\/(tfjs|onnx.*|jax-js)\/rows=16384,columns=4096,f32$/.test(id),
  );
  expect(headline.map(({ status, reason = '' }) => `${status} ${reason.split(': ')[0]}`)).toEqual([
    'skipped missing:@tensorflow/tfjs-backend-webgpu',
    'skipped missing:onnxruntime-web',
    'skipped missing:@jax-js/jax',
  ]);
  const { scripts } = JSON.parse(readFileSync(here('../../../../package.json'), 'utf8'));
  for (const { reason = '' } of headline) {
    const [, command = ''] = /is not installed: `pnpm (\w+)` installs it/.exec(reason) ?? [];
    expect(scripts[command]).toContain('npm ci --prefix packages/peers/libraries');
  }
});

test('the lock pins each library by version and checksum, and says under which licence it comes', () => {
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((name) =>
    JSON.parse(readFileSync(here(`../../libraries/${name}`), 'utf8')),
  );
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const { integrity, license, version: locked } = lock.packages[`node_modules/${name}`];
    expect({ locked, license }).toEqual({
      locked: version,
      license: expect.stringMatching(/^(MIT|Apache-2\.0)$/),
    });
    expect(integrity).toMatch(/^sha512-/);
  }
});
