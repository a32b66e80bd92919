// Outputs that threads compare while the device goes on: the results are those of a thread that waits.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FamilyEvent, Machine, Phase, Result, VariantKind } from '@kernel-ladder/schema';
import type { Gpu } from '@kernel-ladder/gpu';
import { doubleCase, family, launch, launchWithMemory } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { edit } from '../contract/family.ts';
import type { Family, Plan, SelfRunVariant } from '../contract/family.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { profileMachine } from '../machine/profile.ts';
import { nodeHost } from '../process/host.ts';
import { openThreads } from '../process/threads.ts';
import { answer } from '../process/verbs.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { begin } from './execute.ts';
import { closeWorkbench, openWorkbench } from './workbench.ts';
import type { Workbench } from './workbench.ts';

const gpu = useTestGpu();
const module = new URL('../../fixtures/double/family.ts', import.meta.url).href;
const threads = openThreads(module, { width: 2, isWorth: () => true });
afterAll(() => threads.close());
let machine: Machine;
beforeAll(async () => {
  machine = await profileMachine(gpu(), nodeHost());
});

const params = doubleCase(5000);
const large: typeof family = {
  ...family,
  work: ({ n }) => ({ flops: n, minBytes: 2 ** 23 }),
  refills: (timed) => [{ ...timed, sign: 'positive' }],
};
const implBytes = 2 ** 23;

type Changes = Partial<Pick<Workbench<DoubleCase>, 'gpu' | 'onProgress'>>;

async function run(plan: Plan, judges: Judges, changes: Changes = {}) {
  const variant = { name: 'tried', summary: 'is tried', plan: () => plan };
  const bench = openWorkbench({
    gpu: gpu(),
    family: large,
    load,
    machine,
    judges,
    effort: 'quick',
    edgeCases: false,
    ...changes,
  });
  const { result } = await begin(bench, { variant, params });
  const isBeside = result instanceof Promise;
  return { isBeside, result: await Promise.resolve(result).finally(() => closeWorkbench(bench)) };
}

// What time has no part in. Who waits looks at a launch by itself again, where it was wrong over what another had left.
function outcomeOf({ status, reason, check, timing }: Result) {
  const { carryOver, ...checked } = check ?? {};
  const { refilled } = carryOver ?? {};
  const message = reason?.message.replace(/ is \S+, expected \S+ ± \S+?(, over .*)?$/, ' is wrong');
  return { status, code: reason?.code, message, checked, refilled, isTimed: timing !== undefined };
}

const laborious = { ...launchWithMemory('laborious.wgsl', params, Math.ceil(params.n / 64)), implBytes };
const firstPositive = Array.from({ length: 20 }, (_, at) => `values[${at}] > 0.0`).join(' && ');
const skips = (condition: string) =>
  edit('laborious.wgsl', 'let skips = false;', `let skips = ${condition};`)(laborious);

test.for([
  { what: 'is right', plan: laborious, isBeside: true, status: 'passed' },
  {
    what: 'is wrong by a value',
    plan: launch('wrong/nan.wgsl', params, { implBytes }),
    isBeside: true,
    status: 'failed',
  },
  {
    what: 'is wrong on inputs of another fill alone',
    plan: skips(firstPositive),
    isBeside: true,
    status: 'failed',
  },
  {
    what: 'writes behind its output',
    plan: launch('wrong/past-end.wgsl', params, { implBytes }),
    isBeside: false,
    status: 'failed',
  },
] as const)('a kernel that $what has the same result', async ({ plan, isBeside, status }) => {
  const [alone, beside] = [await run(plan, sameThread), await run(plan, threads)];
  expect([alone.isBeside, beside.isBeside]).toEqual([false, isBeside]);
  expect(outcomeOf(beside.result)).toEqual(outcomeOf(alone.result));
  expect(beside.result.status).toBe(status);
});

test('a process tells of an id when it begins, and of results in the order of ids, whoever waits for judges', async () => {
  const events: FamilyEvent[] = [];
  const pool = openThreads(module, { width: 2, isWorth: () => true });
  const variants = ['double.wgsl', 'wrong/nan.wgsl'].map((file) => ({
    name: file.replaceAll(/^wrong\/|\.wgsl$/g, ''),
    summary: `runs ${file}`,
    plan: (of: typeof params) => launch(file, of, { implBytes }),
  }));
  const ids = ['double', 'nan', 'double'].map((name) => `double/${name}/n=4096,f32`);
  await answer({
    verb: 'run',
    job: { gpu: { kind: 'software' }, seed: 1, ids, machine, edgeCases: false },
    gpu: gpu(),
    family: { ...large, variants },
    load,
    threads: pool,
    emit: (event) => events.push(event),
  });
  const words = events.flatMap((event) => {
    if (event.type === 'start') return [`start ${event.id}`];
    return event.type === 'result' ? [`${event.result.status} ${event.result.id}`] : [];
  });
  const outcomes = ['passed', 'failed', 'passed'];
  const of = (kind: RegExp) => words.filter((word) => kind.test(word));
  expect(of(/^start/)).toEqual(ids.map((id) => `start ${id}`));
  expect(of(/^(passed|failed)/)).toEqual(ids.map((id, at) => `${outcomes[at]} ${id}`));
  // The judges of an id are at work while the next one is on the device, and no longer.
  expect(words.indexOf(`passed ${ids[0]}`)).toBeLessThan(words.indexOf(`failed ${ids[1]}`));
  const told = events.flatMap((event) => (event.type === 'progress' ? [event.id] : []));
  expect(told.filter((id, at) => id !== told[at - 1])).toEqual(ids);
});

test('what a launch costs the host is looked at before threads judge what the proof leaves', async () => {
  let underWay = 0;
  const verified: number[] = [];
  const judges: Judges = {
    ...threads,
    judge: (trial) => {
      const judge = threads.judge(trial);
      const verify: typeof judge.verify = async (...question) => {
        verified.push(trial.seed);
        underWay++;
        return judge.verify(...question).finally(() => underWay--);
      };
      return { ...judge, verify };
    },
  };
  const seen: unknown[] = [];
  const onProgress = (phase: Phase) => {
    if (phase === 'host') seen.push({ underWay, verified: [...verified] });
  };
  const { result } = await run(laborious, judges, { onProgress });
  expect(seen).toEqual([{ underWay: 0, verified: [1] }]);
  expect(verified.length).toBeGreaterThan(1);
  expect(result.host).toMatchObject({ encodeUs: expect.any(Number), submitUs: expect.any(Number) });
});

/** The device of these tests, which tells of every write to a buffer. */
function tellingWrites(told: (buffer: GPUBuffer) => void): Gpu {
  const { device } = gpu();
  const queue = proxied(device.queue, 'writeBuffer', told);
  return {
    ...gpu(),
    device: new Proxy(device, { get: (target, key) => (key === 'queue' ? queue : bound(target, key)) }),
  };
}

function proxied(queue: GPUQueue, method: 'writeBuffer', told: (buffer: GPUBuffer) => void): GPUQueue {
  return new Proxy(queue, {
    get: (target, key) => {
      if (key !== method) return bound(target, key);
      return (...given: Parameters<GPUQueue['writeBuffer']>) => {
        told(given[0]);
        target.writeBuffer(...given);
      };
    },
  });
}

// Objects of the device know their methods by themselves alone.
function bound(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key);
  return typeof value === 'function' ? value.bind(target) : value;
}

test('what the proof asks for is uploaded while pipelines compile, and not between the timing and the next id', async () => {
  const uploads: Phase[] = [];
  let now: Phase = 'inputs';
  // They are there as soon as the inputs that are timed.
  const judges = { ...threads, inputs: sameThread.inputs };
  const { result } = await run(laborious, judges, {
    gpu: tellingWrites(({ label }) => label === 'values' && uploads.push(now)),
    onProgress: (phase) => (now = phase),
  });
  expect(result.status).toBe('passed');
  // Those that are timed, the others and a refill, each with what stands behind its last element.
  expect(uploads).toEqual(['inputs', 'inputs', 'check', 'check', 'check', 'check']);
});

test('what the host’s clock times has no judges beside it: the id before has its result', async () => {
  const seen: string[] = [];
  const pool = openThreads(module, { width: 2, isWorth: () => true });
  const doubled = new Float32Array(4096);
  const itself: SelfRunVariant<DoubleCase> = {
    name: 'itself',
    summary: 'doubles in a loop',
    kind: 'cpu',
    peer: { name: 'a loop', version: '1', settings: {}, timedBy: 'wall time of a run' },
    clock: 'host',
    plan: () => ({ implBytes, longestSum: 1 }),
    prepare: async (_, { inputs: first }) => {
      let inputs = first;
      return {
        run: async () =>
          void doubled.forEach((_value, at) => (doubled[at] = 2 * (inputs['values']?.[at] ?? 0))),
        spoil: (outputs) => doubled.set(outputs['doubled'] ?? []),
        replace: (others) => {
          inputs = others;
        },
        outputs: async () => ({ doubled: doubled.slice() }),
        free: () => {},
      };
    },
  };
  const plain = {
    name: 'double',
    summary: '',
    plan: (of: DoubleCase) => launch('double.wgsl', of, { implBytes }),
  };
  const ids = ['double', 'itself'].map((name) => `double/${name}/n=4096,f32`);
  const of: Family<DoubleCase, VariantKind> = { ...large, variants: [plain, itself] };
  await answer({
    verb: 'run',
    job: { gpu: { kind: 'software' }, seed: 1, ids, machine, edgeCases: false },
    gpu: gpu(),
    family: of,
    load,
    threads: pool,
    emit: (event) => {
      if (event.type === 'result') seen.push(event.result.reason?.message ?? event.result.status);
      if (event.type === 'progress' && event.phase === 'sample' && event.id === ids[1]) seen.push('timed');
    },
  });
  expect(seen.filter((said, at) => said !== seen[at - 1])).toEqual(['passed', 'timed', 'passed']);
});

test('threads that end while they compare are the failure of that id', async () => {
  const doomed = openThreads(module, { width: 2, isWorth: () => true });
  const judges: Judges = {
    ...doomed,
    judge: (trial) => {
      const judge = doomed.judge(trial);
      const verify: typeof judge.verify = (outputs, accuracy, how) => {
        const found = judge.verify(outputs, accuracy, how);
        void doomed.close();
        return found;
      };
      return { ...judge, verify };
    },
  };
  const { result } = await run(laborious, judges);
  expect(result).toMatchObject({
    status: 'failed',
    reason: { code: 'crashed', message: expect.stringMatching(/^a thread that judges/) },
  });
});
