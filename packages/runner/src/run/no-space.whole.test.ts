// A disk that takes no more: what is finished is kept, and nothing is measured that nobody could keep. A limit on the size of files
// stands in for it, which the kernel enforces for any user.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import {
  createWorkspace,
  sampleLadder,
  sampleResult,
  sampleRun,
  writeFamily,
} from '../../fixtures/testing.ts';
import { readJournal } from './journal.ts';

const { root, remove } = createWorkspace({ packages: 'own' });
afterAll(remove);
mkdirSync(join(root, 'packages'));
writeFamily(root, 'many', familyOf(40));

const entry = fileURLToPath(new URL('../../fixtures/main.ts', import.meta.url));

// Measures ids one after the other, and notes each as it starts; under a low limit the twelfth takes as long as a busy machine may need to end it.
function familyOf(count: number): string {
  const results = Array.from({ length: count }, (_, at) => {
    const name = `rung-${at}`;
    return { ...sampleResult(name, 1000), id: `many/${name}/n=1024,f32`, family: 'many' };
  });
  const ids = results.map(({ id, family, variant, case: name, params, dtype, work }) => {
    return { id, family, variant, case: name, params, dtype, work, sizes: ['tiny'], status: 'runnable' };
  });
  const rungs = results.map(({ variant }) => variant);
  const family = { ...sampleLadder('many', rungs), ids };
  return `import { appendFileSync, statSync, writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
const job = JSON.parse(await text(process.stdin));
const say = (event) => writeSync(3, JSON.stringify(event) + '\\n');
if (process.argv[2] === 'profile') say(${JSON.stringify({ type: 'machine', machine: sampleRun().machine })});
if (process.argv[2] === 'list') say(${JSON.stringify({ type: 'family', family })});
if (process.argv[2] === 'cover') {
  for (const id of job.ids) say({ type: 'covered', id, covered: { coverage: [], failure: null }, spent: { deviceMs: 0, judgingMs: 0 } });
  process.exit(0);
}
const results = ${JSON.stringify(results)};
for (const id of job.ids ?? []) {
  say({ type: 'start', id });
  appendFileSync(${JSON.stringify(join(root, 'started'))}, 'x');
  const { size } = statSync(${JSON.stringify(join(root, 'started'))});
  await new Promise((resolve) => setTimeout(resolve, process.env.SLOW_TWELFTH && size === 12 ? 10_000 : 20));
  say({ type: 'result', result: results.find((each) => each.id === id) });
}
say({ type: 'done', leakedBuffers: 0 });
`;
}

function bench(argv: readonly string[], kibibytes: number, redirect = '') {
  const limited = `ulimit -f ${kibibytes}; exec "$0" "$@" ${redirect}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', limited, process.execPath, entry, ...argv], {
    cwd: root,
    encoding: 'utf8',
    // What Node compiled is no file of a run: kept, it would meet the limit first.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: '',
      BENCH_ROOT: root,
      SLOW_TWELFTH: kibibytes < 1024 ? '1' : '',
    },
  });
  return { status, stdout, stderr };
}

const file = join(root, 'run.json');

test('a run ends where its journal cannot grow, and keeps what had finished', () => {
  const { status, stderr } = bench(['many/**', '--suite', 'right', '--out', 'run.json'], 12);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining(
      `${root}/run.journal.ndjson cannot be written, no file may grow so large: raise the limit (ulimit -f), or write somewhere else (EFBIG); what had finished is kept, go on with: pnpm bench --resume ${file}`,
    ),
  });
  const kept = readJournal(file);
  expect(kept).not.toBeNull();
  // The one that could not be kept, and the one that had begun by then.
  expect(readFileSync(join(root, 'started'), 'utf8').length).toBeLessThan(15);
  expect(bench(['--resume', 'run.json'], 1024).status).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8')).results).toHaveLength(40);
});

test('a run whose journal cannot begin measures nothing', () => {
  rmSync(file);
  writeFileSync(join(root, 'started'), '');
  const { status, stderr } = bench(['many/**', '--suite', 'right', '--out', 'run.json'], 1);
  expect(status).toBe(1);
  expect(stderr).toContain('run.journal.ndjson cannot be written');
  expect(readFileSync(join(root, 'started'), 'utf8')).toBe('');
  expect(existsSync(file)).toBe(false);
});

test('says that standard output is lost where a device is full', () => {
  const { status, stderr } = bench(['list', '--json'], 1024, '>/dev/full');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('standard output cannot be written: ENOSPC'),
  });
});
