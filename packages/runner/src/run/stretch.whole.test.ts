// Whose process runs when, where one has the device at a time, as on a host of few processors: the next one only waits.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedId, Machine } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { createIo, sampleResult } from '../../fixtures/testing.ts';
import { isAlive } from '../process/alive.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { nothingToCover } from './coverage.ts';
import { stretchesOf, timeStretches } from './stretch.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-stretch-'));
afterAll(() => rmSync(folder, { recursive: true }));
const log = join(folder, 'log');
/** Where this file lies, the first process that has handed the device on falls before its result. */
const flaw = join(folder, 'flaw');
/** Where this file lies, nobody's turn is to come before the process ahead has gone: it waits long enough to see one that does. */
const apart = join(folder, 'apart');

// Writes down when it starts, has its job and its turn, and ends, and waits for what must come before its next step, not for a time: who has the
// first turn for the other's job, and long enough for a turn that comes too early to be seen, and for the other's turn before it has its result.
const source = (
  name: string,
) => `import { appendFileSync, existsSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
const other = '${name === 'first' ? 'second' : 'first'}';
const said = () => readFileSync(${JSON.stringify(log)}, 'utf8');
const note = (what) => appendFileSync(${JSON.stringify(log)}, what + ' ${name} ' + process.pid + '\\n');
const emit = (event) => writeSync(3, JSON.stringify(event) + '\\n');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const noted = async (what, most) => {
  for (let waits = 0; waits < most / 50 && !said().includes(what); waits++) await pause(50);
};
note('boot');
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { value: job } = await lines.next();
note('job');
emit({ type: 'ready' });
if ((await lines.next()).value === 'open') {
  note('open');
  const turn = lines.next();
  note(await Promise.race([pause(300).then(() => 'opened'), turn.then(() => 'hurried')]));
  emit({ type: 'device-open' });
  await turn;
}
const leads = !said().includes('turn ' + other);
note('turn');
const { ids, rulersAfter, machine } = JSON.parse(job);
// What is to come may come late on a busy machine.
const followed = async (what) => leads && noted(what + ' ' + other, existsSync(${JSON.stringify(apart)}) ? 400 : 10_000);
for (const id of ids) {
  emit({ type: 'start', id });
  emit({ type: 'progress', id, phase: 'check', share: 0 });
  await noted((leads ? 'job ' : 'gone ') + other, 30_000);
  await pause(300);
  if (id === ids.at(-1)) {
    if (!rulersAfter && !machine.software) {
      emit({ type: 'timed' });
      await followed('open');
    }
    if (rulersAfter) emit({ type: 'ruler', ruler: { copyNs: 1000, fmaNs: ${name === 'second' ? 0 : 2000} } });
    note('free');
    emit({ type: 'device-free' });
    await followed('turn');
    if (existsSync(${JSON.stringify(flaw)})) {
      rmSync(${JSON.stringify(flaw)});
      note('gone');
      process.exit(1);
    }
  }
  emit({ type: 'result', result: { ...${JSON.stringify(sampleResult('one', 1000))}, id, family: '${name}' } });
}
note('end');
emit({ type: 'done', leakedBuffers: 0 });
await followed('turn');
note('gone');
process.exit(0);`;

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

const specOf = (machine: Pick<Machine, 'software'>): MeasureSpec => ({
  job: { gpu: { kind: 'auto' }, seed: 1, effort: 'quick', machine: machine as Machine },
  timeoutMs: 60_000,
  onPhase: () => {},
  onResult: () => {},
});

async function noted(onPhase: (abort: () => void) => void) {
  writeFileSync(log, '');
  const { io, interrupt } = createIo('.');
  const spec = { ...specOf({ software: false }), onPhase: () => onPhase(interrupt) };
  await timeStretches(io, {
    families,
    stretches: [ids],
    spec,
    sharing: 1,
    measureRulers: async () => null,
  });
  return readFileSync(log, 'utf8').trim().split('\n');
}

async function notedApart() {
  writeFileSync(apart, '');
  const lines = await noted(() => {});
  rmSync(apart);
  return lines;
}

const listed = (id: string) => ({ ...ids[0]!, id, family: id.split('/')[0]!, variant: id.split('/')[1]! });

test('peers follow both halves of the kernels, so that each library is started once', () => {
  const kernels = ['first/one/n=1,f32', 'second/one/n=1,f32'].map(listed);
  const peers = ['first/tfjs/n=1,f32', 'second/tfjs/n=1,f32'].map(listed);
  const among = [...families, { name: 'peers', entry: '', rungs: ['first/tfjs', 'second/tfjs'] }];
  const all = [kernels[0]!, peers[0]!, kernels[1]!, peers[1]!];
  expect(stretchesOf(among, all)).toEqual([[kernels[0]], [kernels[1], ...peers]]);
  expect(stretchesOf(among, peers)).toEqual([peers]);
});

const phasesOf = (lines: readonly string[]) => lines.map((line) => line.replace(/ \d+$/, ''));
const pidOf = (lines: readonly string[], what: string) =>
  Number(lines.find((line) => line.startsWith(what))?.split(' ')[2]);

const one = ['boot first', 'job first', 'turn first'];

// The device is open before it is anybody's: whoever times has it alone.
const waits = ['boot second', 'job second', 'open second', 'free first', 'opened second', 'turn second'];

test('the next family’s process starts beside the last id of the one before, opens the device once nothing is timed, and has its turn while that one is judged', async () => {
  const lines = phasesOf(await noted(() => {}));
  const ends = ['end first', 'gone first', 'free second', 'end second', 'gone second'];
  expect(lines).toEqual([...one, ...waits, ...ends]);
});

test('a process that falls while its outputs are judged has another try behind the family that has the device', async () => {
  writeFileSync(flaw, '');
  const lines = phasesOf(await noted(() => {}));
  const second = [...waits, 'gone first', 'free second', 'end second', 'gone second'];
  expect(lines).toEqual([...one, ...second, ...one, 'free first', 'end first', 'gone first']);
});

test('nothing is judged beside what the host’s clock times', async () => {
  const own = ids[1]!;
  ids[1] = { ...own, kind: 'cpu' };
  const lines = phasesOf(await notedApart());
  ids[1] = own;
  expect(lines.indexOf('gone first')).toBeLessThan(lines.indexOf('turn second'));
});

test('the family whose first inputs are the smallest leads, since nobody has anything else to do meanwhile', async () => {
  const own = ids[1]!;
  ids[1] = { ...own, work: { ...own.work, minBytes: ids[0]!.work.minBytes - 1 } };
  const lines = phasesOf(await noted(() => {}));
  ids[1] = own;
  expect(lines.indexOf('turn second')).toBeLessThan(lines.indexOf('turn first'));
});

test('where awkward cases are checked meanwhile, the family of fewest rungs leads, and that of most ids a rung follows', async () => {
  const asked: string[] = [];
  const third = { ...families[0]!, name: 'third' };
  const idsOf = (name: string, cases: readonly string[]) =>
    ['a', 'b', 'c'].flatMap((variant) =>
      cases.map((own) => ({ ...ids[0]!, family: name, variant, id: `${name}/${variant}/${own}` })),
    );
  const [few, many] = [idsOf('first', ['n=1024,f32']), idsOf('third', ['n=1024,f32', 'n=2048,f32'])];
  const { io, interrupt } = createIo('.');
  interrupt();
  await timeStretches(io, {
    families: [...families, third],
    stretches: [[...few, ids[1]!, ...many]],
    spec: specOf({ software: false }),
    sharing: 2,
    measureRulers: async () => null,
    cover: (order) => {
      asked.push(...order.map(({ name }) => name));
      return nothingToCover;
    },
  });
  expect(asked).toEqual(['second', 'third', 'first']);
});

test('what the host’s clock times comes last among the kernels, so that no device waits for judges', async () => {
  const own = ids[0]!;
  ids[0] = { ...own, kind: 'cpu' };
  const lines = phasesOf(await notedApart());
  ids[0] = own;
  expect(lines.indexOf('gone second')).toBeGreaterThan(-1);
  expect(lines.indexOf('gone second')).toBeLessThan(lines.indexOf('turn first'));
});

test('in software, where no time is compared, families run side by side', async () => {
  writeFileSync(log, '');
  const results: string[] = [];
  const rulers = await timeStretches(createIo('.').io, {
    families,
    stretches: [ids],
    spec: { ...specOf({ software: true }), onResult: ({ id }) => results.push(id) },
    measureRulers: async () => null,
  });
  const lines = phasesOf(readFileSync(log, 'utf8').trim().split('\n'));
  expect(lines.indexOf('turn second')).toBeLessThan(lines.indexOf('end first'));
  expect(results.toSorted()).toEqual(ids.map(({ id }) => id));
  expect(rulers).toEqual([]);
});

test('the last process of a stretch measures the rulers, and another one where it measures nothing', async () => {
  writeFileSync(log, '');
  const rulers = await timeStretches(createIo('.').io, {
    families,
    stretches: ids.map((id) => [id]),
    spec: specOf({ software: false }),
    sharing: 1,
    measureRulers: async () => ({ copyNs: 7, fmaNs: 7 }),
  });
  expect(rulers).toEqual([
    { copyNs: 1000, fmaNs: 2000 },
    { copyNs: 7, fmaNs: 7 },
  ]);
});

test('where the device is shared, the next stretch is on it before the last one has its rulers', async () => {
  writeFileSync(log, '');
  const rulers = await timeStretches(createIo('.').io, {
    families,
    stretches: ids.map((id) => [id]),
    spec: specOf({ software: false }),
    sharing: 2,
    measureRulers: async () => ({ copyNs: 7, fmaNs: 7 }),
  });
  const lines = phasesOf(readFileSync(log, 'utf8').trim().split('\n'));
  expect(lines.indexOf('turn second')).toBeLessThan(lines.indexOf('free first'));
  expect(rulers).toEqual([
    { copyNs: 1000, fmaNs: 2000 },
    { copyNs: 7, fmaNs: 7 },
  ]);
});

test('a process that waits when the run is interrupted is ended before its turn', async () => {
  const lines = await noted((abort) => {
    const watch = setInterval(() => {
      if (!readFileSync(log, 'utf8').includes('boot second')) return;
      clearInterval(watch);
      abort();
    }, 20);
  });
  const seen = phasesOf(lines).filter((line) => line !== 'job second');
  expect(seen).toEqual([...one, 'boot second']);
  await expect.poll(() => isAlive(pidOf(lines, 'boot second'))).toBe(false);
});
