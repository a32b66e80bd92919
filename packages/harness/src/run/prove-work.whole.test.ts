// Kernels that do their work only while they are looked at, and the one that always does it.
import { beforeAll, expect, test } from 'vitest';
import type { Machine, Result } from '@kernel-ladder/schema';
import { doubleCase, family, launchWithMemory } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { edit } from '../contract/family.ts';
import type { Plan } from '../contract/family.ts';
import { profileMachine } from '../machine/profile.ts';
import { nodeHost } from '../process/host.ts';
import { poisonWord } from '../contract/scalars.ts';
import { chainedDurations, timePasses } from '@kernel-ladder/gpu';
import { checkCarryOver } from '../check/carry-over.ts';
import { createCasePair } from '../launch/case-pair.ts';
import { createLaunch } from '../launch/launch.ts';
import { createDisturber } from './prove-work.ts';
import { execute } from './execute.ts';
import { sampledOf } from './time-launch.ts';
import { closeWorkbench, openWorkbench } from './workbench.ts';

const gpu = useTestGpu();
let machine: Machine;
beforeAll(async () => {
  machine = await profileMachine(gpu(), nodeHost());
});

// Few elements, each with much work: what a software adapter spends on workgroups that skip theirs is a twentieth of a launch.
const params = doubleCase(5000);
// Said to be large, so that it is checked on no more inputs than the timed ones and the others.
const large: typeof family = { ...family, work: ({ n }) => ({ flops: n, minBytes: 2 ** 23 }) };

const sound: Plan = {
  ...launchWithMemory('laborious.wgsl', params, Math.ceil(params.n / 64)),
  implBytes: 2 ** 23,
};

async function run(change: (plan: Plan) => Plan, of = large): Promise<Result> {
  const plan = change(sound);
  const variant = { name: 'laborious', summary: 'takes a detour', plan: () => plan };
  const bench = openWorkbench({
    gpu: gpu(),
    family: of,
    load,
    machine,
    effort: 'quick',
    edgeCases: false,
  });
  return execute(bench, { variant, params }).finally(() => closeWorkbench(bench));
}

const skips = (condition: string) =>
  edit('laborious.wgsl', 'let skips = false;', `let skips = ${condition};`);
const keeps = (word: string) => edit('laborious.wgsl', 'let after = before + 1u;', `let after = ${word};`);

test('a kernel that does its work each time passes, and the result says how that was seen', async () => {
  const { status, check } = await run((plan) => plan);
  expect(status).toBe('passed');
  expect(check?.seeds).toEqual([1, 2]);
  expect(check?.carryOver).toMatchObject({ seed: 2, exact: false, launches: expect.any(Number) });
  expect(check?.carryOver?.poisonings).toBeGreaterThan(0);
});

const fingerprint = '(bitcast<u32>(values[0]) & 0xffffff00u)';
const isKnown = `(before & 0xffffff00u) == ${fingerprint}`;

test.for([
  {
    cheat: 'returns when its output is no longer what the check fills it with',
    change: skips(`bitcast<u32>(doubled[id.x]) != ${poisonWord('f32')}u`),
    says: /^doubled\[\d+\] is /,
  },
  {
    cheat: 'does all when its memory is overwritten, and an eighth of its work a launch from then on',
    change: (plan: Plan) =>
      keeps('select(0xc0ffee00u, 0xc0ffee00u | ((before + 1u) & 7u), (before >> 8u) == 0xc0ffeeu)')(
        skips('(before >> 8u) == 0xc0ffeeu && id.x % 8u != (before & 7u)')(plan),
      ),
    says: /wrong over those of an earlier launch|the timed launches leaned on earlier ones/,
  },
  {
    cheat: 'remembers what inputs it has seen, and leaves their answer where it is',
    change: (plan: Plan) => keeps(fingerprint)(skips(isKnown)(plan)),
    says: /the timed launches leaned on earlier ones/,
  },
])('a kernel that $cheat is not timed', async ({ change, says }) => {
  const { status, reason, timing } = await run(change);
  expect({ status, timing }).toEqual({ status: 'failed', timing: undefined });
  expect(reason).toEqual({ code: 'wrong-result', message: expect.stringMatching(says) });
});

const first = Array.from({ length: 20 }, (_, at) => `values[${at}] > 0.0`);

/** Launches a plan some times, which is what was sampled, then proves it. */
async function prove(
  plan: Plan,
  { areAlike }: { readonly areAlike: boolean },
  { of = family, software = true }: { readonly of?: typeof family; readonly software?: boolean } = {},
) {
  const { given: data, other, free } = await createCasePair(gpu(), { family: of, params, seed: 1 });
  const spec = { family: of, params, plan, data, load };
  const launch = await createLaunch(gpu(), spec);
  const { overwriter } = await createDisturber(gpu(), { spec, launch });
  const passes = Array.from({ length: 6 }, () => launch.encode(0));
  const durations = chainedDurations(await timePasses(gpu(), passes));
  const leastNs = Math.min(...durations.filter((duration) => duration !== null));
  // Long, if its samples are to stand for others.
  const medianNs = areAlike ? Math.max(2e7, leastNs) : 1e6;
  const about = {
    other: await other(),
    refilled: null,
    overwriter,
    flush: null,
    spinUp: async () => {},
    sampled: { medianNs, leastNs, areAlike, doFollow: true },
    tickNs: 1,
  };
  const device = { ...gpu(), facts: { ...gpu().facts, software } };
  const carriedOver = await checkCarryOver(device, { spec, launch, ...about });
  [launch, overwriter, { free }].forEach((owner) => owner.free());
  return { ...carriedOver, report: await carriedOver.report };
}

const patient = keeps(`select(${fingerprint}, before + u32((before & 255u) < 3u), ${isKnown})`)(
  skips(`${isKnown} && (before & 255u) >= 3u`)(sound),
);
const [long, short] = [{ areAlike: true }, { areAlike: false }];

test('a kernel that skips its work only after it has seen the same inputs three times is found out by its times', async () => {
  const { report } = await prove(patient, short);
  expect(report).toMatchObject({ passed: false, rejection: 'carry-over' });
});

test('of a long launch the samples stand for launches that follow others, and an honest one passes', async () => {
  const { report, facts, submitsMs } = await prove(sound, long);
  expect(report.passed).toBe(true);
  // Three launches, and two attempts more for each that other programs made look unlike.
  expect((facts.launches - 3) % (2 * 4)).toBe(0);
  // Of the two that follow the first is timed by the device, unless the first look took more than one launch.
  expect(submitsMs.length === 1 || facts.launches > 3).toBe(true);
});

test('a long launch whose samples skipped their work is found out beside a single one on overwritten buffers', async () => {
  const remembers = keeps(fingerprint)(skips(isKnown)(sound));
  const { report, facts } = await prove(remembers, long);
  expect(report).toMatchObject({ passed: false, rejection: 'carry-over' });
  // What the samples say is doubted: the other attempts take both kinds by themselves, in software three at least.
  expect(facts.launches).toBeGreaterThanOrEqual(1 + 3 * 4 + 2);
});

// Skips from its third launch on, of those between which nothing is overwritten.
const forgetful = edit(
  'laborious.wgsl',
  'const ROUNDS = 4096u;',
  'const ROUNDS = 16384u;',
)(
  keeps(`select(${fingerprint}, min(before + 1u, ${fingerprint} + 1u), ${isKnown})`)(
    skips(`${isKnown} && (before & 255u) >= 1u`)(sound),
  ),
);

// One launch that follows the last sample, which ran on overwritten buffers, takes as long as one on overwritten buffers.
test.for([
  { samples: 'hot', cache: 'hot', poisonings: 1 },
  { samples: 'taken again, each after its buffers may have been overwritten', cache: 'cold', poisonings: 9 },
] as const)(
  'by the rules of hardware a long launch that skips its work while it is timed is found out where its samples were $samples',
  async ({ cache, poisonings }) => {
    const { given: data, other, free } = await createCasePair(gpu(), { family, params, seed: 1 });
    const spec = { family, params, plan: forgetful, data, load };
    const launch = await createLaunch(gpu(), spec);
    const { overwriter, disturb } = await createDisturber(gpu(), { spec, launch });
    await disturb();
    await timePasses(gpu(), [launch.encode(0)]);
    const timing = { method: 'single', cache, medianNs: 1.1e7 } as const;
    const hardware = { ...gpu(), facts: { ...gpu().facts, software: false } };
    const { report } = await checkCarryOver(hardware, {
      spec,
      launch,
      other: await other(),
      refilled: null,
      overwriter,
      flush: null,
      spinUp: async () => {},
      sampled: sampledOf(hardware.facts, { launch, timing, samplesNs: [1.1e7, 1.1e7] }, poisonings),
      tickNs: 1,
    });
    [launch, overwriter, { free }].forEach((owner) => owner.free());
    expect(report).toMatchObject({ passed: false, rejection: 'carry-over' });
  },
);

// A small part of the detour on inputs whose first values are of one sign, as the others are, and on those that it has seen.
const isQuick = `(${first.join(' && ')}) || (${isKnown})`;
const partial = [
  keeps(fingerprint),
  edit('laborious.wgsl', 'fn detour(start: u32)', 'fn detour(start: u32, rounds: u32)'),
  edit('laborious.wgsl', 'round < ROUNDS;', 'round < rounds;'),
  edit('laborious.wgsl', 'detour(id.x)', `detour(id.x, select(ROUNDS, 128u, ${isQuick}))`),
].reduce((plan, change) => change(plan), sound);

test('by the rules of hardware a kernel that skips on inputs that it has seen is found out where others are quicker to work on', async () => {
  const of: typeof family = { ...family, exact: (timed) => ({ ...timed, sign: 'positive' }) };
  const { report } = await prove(partial, short, { of, software: false });
  expect(report).toMatchObject({ passed: false, rejection: 'carry-over' });
});

test('so is a long one, of which the first look is a single launch on the others', async () => {
  const of: typeof family = { ...family, exact: (timed) => ({ ...timed, sign: 'positive' }) };
  const longer = edit('laborious.wgsl', 'const ROUNDS = 4096u;', 'const ROUNDS = 32768u;');
  const { report } = await prove(longer(partial), long, { of });
  expect(report).toMatchObject({ passed: false, rejection: 'carry-over' });
});

test('a launch whose buffers were overwritten is always followed by one whose are not, and nobody knows when', async () => {
  const { given: data, free } = await createCasePair(gpu(), { family, params: doubleCase(64), seed: 1 });
  const plan = launchWithMemory('laborious.wgsl', doubleCase(64), 1);
  const spec = { family, params: doubleCase(64), plan, data, load };
  const launch = await createLaunch(gpu(), spec);
  const { overwriter, disturb, perhapsDisturb, spent } = await createDisturber(gpu(), { spec, launch });
  await disturb();
  const wereOverwritten = [true];
  for (let count = 0; count < 100; count++) {
    const before = spent().poisonings;
    await perhapsDisturb();
    wereOverwritten.push(spent().poisonings > before);
  }
  [launch, overwriter, { free }].forEach((owner) => owner.free());
  expect(wereOverwritten.some((one, at) => one && wereOverwritten[at + 1])).toBe(false);
  // By chance: both a pause of one launch and a longer one are there in a hundred.
  const pauses = wereOverwritten
    .join()
    .split('true')
    .map((pause) => pause.split('false').length - 1);
  expect(new Set(pauses).size).toBeGreaterThan(2);
});

// Text that is made for the timed size is none that an awkward case runs: what it does to other values shows there alone.
test('a kernel that is wrong at the timed size, and only among numbers of one sign, is rejected', async () => {
  const skipsPositive = skips(first.join(' && '));
  const refilling: typeof large = { ...large, refills: (timed) => [{ ...timed, sign: 'positive' }] };
  expect(await run(skipsPositive)).toMatchObject({ status: 'passed' });
  const { status, reason } = await run(skipsPositive, refilling);
  expect(status).toBe('failed');
  expect(reason?.message).toMatch(/^on n=5000,sign=positive,f32: doubled\[\d+\] is /);
  const honest = await run((plan) => plan, refilling);
  expect(honest.check?.carryOver).toMatchObject({ refilled: 'n=5000,sign=positive,f32' });
});
