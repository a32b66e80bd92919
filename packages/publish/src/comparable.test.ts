import { machineKey } from '@kernel-ladder/schema';
import type { Machine } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { isTimed, mayCompare } from './comparable.ts';
import type { Comparand, Doubt, Waiver } from './comparable.ts';
import { sampleResult, sampleRun } from './testing.ts';

const { machine } = sampleRun();
const software = { key: 'soft-vulkan-01234567', software: true };
const sound = sampleResult('naive', 100);
const { timing: _, ...untimed } = sound;
const failed = { ...untimed, status: 'failed', reason: { code: 'crashed', message: '' } } as const;
const throttled = { ...sound, comparable: false, comparableReasons: ['throttled'] } as const;
const silent = { ...sound, comparable: false };

const cases: readonly {
  readonly what: string;
  readonly sides: readonly Comparand[];
  /** What stands in the way with each waiver; what is left out is as before it. */
  readonly reasons: { readonly [Each in Waiver]: readonly Doubt[] };
}[] = [
  {
    what: 'two sound results of one machine',
    sides: [
      { machine, result: sound },
      { machine, result: sound },
    ],
    reasons: { nothing: [], software: [], everything: [] },
  },
  {
    what: 'two machines',
    sides: [{ machine }, { machine: { key: 'other-vulkan-01234567', software: false } }],
    reasons: { nothing: ['other-machine'], software: ['other-machine'], everything: [] },
  },
  {
    what: 'a software adapter',
    sides: [{ machine: software }, { machine: software }],
    reasons: { nothing: ['software-adapter'], software: [], everything: [] },
  },
  {
    what: 'a software adapter and a GPU',
    sides: [{ machine: software }, { machine }],
    reasons: {
      nothing: ['other-machine', 'software-adapter'],
      software: ['other-machine', 'software-adapter'],
      everything: [],
    },
  },
  {
    what: 'a throttled result',
    sides: [{ machine, result: throttled }],
    reasons: { nothing: ['throttled'], software: ['throttled'], everything: [] },
  },
  {
    what: 'a throttled result of a software adapter',
    sides: [{ machine: software, result: throttled }],
    reasons: { nothing: ['software-adapter', 'throttled'], software: [], everything: [] },
  },
  {
    what: 'a result that does not say why',
    sides: [{ machine, result: silent }],
    reasons: { nothing: ['not-comparable'], software: ['not-comparable'], everything: [] },
  },
  {
    what: 'a failed result',
    sides: [{ machine: software, result: failed }],
    reasons: {
      nothing: ['software-adapter', 'not-passed'],
      software: ['not-passed'],
      everything: ['not-passed'],
    },
  },
  {
    what: 'a result without a time',
    sides: [{ machine, result: untimed }],
    reasons: { nothing: ['no-timing'], software: ['no-timing'], everything: ['no-timing'] },
  },
];

test.for(cases)('says what stands between $what', ({ sides, reasons }) => {
  for (const waiver of ['nothing', 'software', 'everything'] as const)
    expect([waiver, mayCompare(sides, waiver)]).toEqual([
      waiver,
      { may: reasons[waiver].length === 0, reasons: reasons[waiver] },
    ]);
});

test('a time of zero is none', () => {
  expect(isTimed(sound)).toBe(true);
  expect(isTimed({ ...sound, timing: { ...sound.timing!, medianNs: 0 } })).toBe(false);
});

test('a browser is never the machine under it: one adapter natively and in two browsers are three machines', () => {
  const native = sampleRun().machine;
  const inBrowser = (version: string) => {
    const browser = { name: 'Google Chrome', version, system: 'Linux' };
    const parts: Machine = { ...native, backend: 'browser', driver: '', toggles: [], browser };
    return { ...parts, key: machineKey(parts, { platform: 'linux', arch: 'x64' }) };
  };
  const machines = [native, inBrowser('153'), inBrowser('154')];
  for (const [at, one] of machines.entries())
    for (const other of machines.slice(at + 1))
      expect(mayCompare([{ machine: one }, { machine: other }])).toEqual({
        may: false,
        reasons: ['other-machine'],
      });
});
