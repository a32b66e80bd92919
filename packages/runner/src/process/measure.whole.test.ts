// Whom a crash or a hang is charged to.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedId, Machine, Result } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { createIo } from '../../fixtures/testing.ts';
import { bootFamily } from './child.ts';
import type { Waiting } from './child.ts';
import type { FamilyPackage } from './families.ts';
import { measureFamily } from './measure.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-measure-'));
afterAll(() => rmSync(folder, { recursive: true }));

const result: Omit<Result, 'id' | 'variant'> = {
  family: 'one',
  case: 'n=1,f32',
  params: { n: 1, dtype: 'f32' },
  dtype: { in: 'f32', acc: 'f32', out: 'f32' },
  kind: 'gpu',
  work: { flops: 1, minBytes: 8, implBytes: 8 },
  status: 'skipped',
  reason: { code: 'not-applicable', message: 'stands for one that ran' },
  coverage: [],
  comparable: false,
  comparableReasons: [],
};

// `guilty` takes the process down, whoever begins with it.
const starts = join(folder, 'starts');
const source = (
  isHit: string,
  fault = 'process.abort()',
) => `import { appendFileSync, writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
const job = JSON.parse(await text(process.stdin));
const emit = (event) => writeSync(3, JSON.stringify(event) + '\\n');
job.ids.forEach((id, at) => {
  emit({ type: 'start', id });
  appendFileSync(${JSON.stringify(starts)}, id + '\\n');
  if (${isHit}) ${fault};
  emit({ type: 'result', result: { ...${JSON.stringify(result)}, id, variant: id.split('/')[1] } });
});
emit({ type: 'done', leakedBuffers: 0 });`;
const entry = join(folder, 'family.ts');
const itself = `id.includes('guilty')`;
const begun = `${itself} || (job.ahead !== false && job.ids[at + 1]?.includes('guilty'))`;
writeFileSync(entry, source(begun));
// Before its result is told: the thread that would tell it is busy with the next id.
const hanging = join(folder, 'hanging.ts');
// It hangs asleep: a busy one takes a processor from the tests beside it.
writeFileSync(hanging, source(begun, 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'));
const library = join(folder, 'library.ts');
writeFileSync(library, source(itself));

const ids = ['first', 'innocent', 'guilty', 'last'].map((variant): ListedId => ({
  ...result,
  id: `one/${variant}/n=1,f32`,
  variant,
  sizes: [],
  status: 'runnable',
  reason: '',
}));

interface Changes {
  readonly first?: Waiting;
  readonly family?: FamilyPackage;
  readonly timeoutMs?: number;
}

async function outcomes(
  software: boolean,
  { first, family = { name: 'one', entry }, timeoutMs = 60_000 }: Changes = {},
) {
  const found: [string, string][] = [];
  const machine = { software } as Machine;
  await measureFamily(createIo('.').io, family, ids, {
    job: { gpu: { kind: 'auto' }, seed: 1, effort: 'quick', machine },
    timeoutMs,
    first,
    onPhase: () => {},
    onResult: ({ id, status, reason }) =>
      found.push([id.split('/')[1] ?? '', status === 'failed' ? (reason?.code ?? '') : status]),
  });
  return found;
}

test.for([{ software: false }, { software: true }])(
  'a crash is charged to the id that brings it about, not to the one beside whose timing it was begun: $software',
  async ({ software }) => {
    expect(await outcomes(software)).toEqual([
      ['first', 'skipped'],
      ['innocent', 'skipped'],
      ['guilty', 'crashed'],
      ['last', 'skipped'],
    ]);
  },
);

test.for([{ software: false }, { software: true }])('and so is a hang: $software', async ({ software }) => {
  const family = { name: 'one', entry: hanging };
  expect(await outcomes(software, { family, timeoutMs: 2500 })).toEqual([
    ['first', 'skipped'],
    ['innocent', 'skipped'],
    ['guilty', 'timeout'],
    ['last', 'skipped'],
  ]);
});

test('a process that dies before its turn costs no id', async () => {
  const dying = join(folder, 'dying.ts');
  writeFileSync(dying, 'process.abort();');
  const job = { gpu: { kind: 'auto' }, seed: 1 } as const;
  const waiting = bootFamily(createIo('.').io, dying, { args: ['run'], job });
  expect(await outcomes(false, { first: waiting })).toEqual(await outcomes(false));
});

test('a library that takes its process down while others are judged is charged by itself, and they are not', async () => {
  const judged = join(folder, 'judged.ts');
  // Beside what follows an id has its result behind the start of the next.
  const late = source(itself).replace(
    /emit\(\{ type: 'result'.*\n/,
    (told) => `const tell = (id) => ${told.trim().replace(/;$/, '')};
  if (job.ahead === false || at === job.ids.length - 1) tell(id);
  if (job.ahead !== false && at > 0) tell(job.ids[at - 1]);\n`,
  );
  writeFileSync(judged, late);
  const family = { name: 'one', entry: judged, rungs: ['one/guilty'] };
  expect((await outcomes(false, { family })).toSorted()).toEqual([
    ['first', 'skipped'],
    ['guilty', 'crashed'],
    ['innocent', 'skipped'],
    ['last', 'skipped'],
  ]);
});

test('a library that takes its process down is charged at once, and has no second try', async () => {
  writeFileSync(starts, '');
  const found = await outcomes(false, { family: { name: 'one', entry: library, rungs: ['one/guilty'] } });
  expect(found.map(([, status]) => status)).toEqual(['skipped', 'skipped', 'crashed', 'skipped']);
  const started = readFileSync(starts, 'utf8').trim().split('\n');
  expect(started.filter((id) => id.includes('guilty'))).toHaveLength(1);
});
