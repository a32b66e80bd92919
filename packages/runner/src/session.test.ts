import { expect, test } from 'vitest';
import { findFamilies } from './families.ts';
import { drifts, judgeSession, markUnstable } from './session.ts';
import { createIo, fixtures, sampleRun } from './testing.ts';

const { machine } = sampleRun();
const families = findFamilies(fixtures);
const job = { gpu: { kind: 'software' }, seed: 1 } as const;

test('names the rulers that moved by more than five per cent, with sign', () => {
  const start = { copyNs: 1000, fmaNs: 1000 };
  expect(drifts(start, { copyNs: 1049, fmaNs: 951 })).toEqual([]);
  expect(drifts(start, { copyNs: 1071, fmaNs: 900 })).toEqual(['drift:copy +7.1 %', 'drift:fma -10.0 %']);
});

test('never calls a software session stable', async () => {
  const { io } = createIo(fixtures);
  const session = await judgeSession(io, {
    machine: { ...machine, software: true },
    families,
    job,
    firstRuler: null,
  });
  expect(session).toEqual({ rulers: [], stable: false, reasons: ['software-adapter'] });
});

test('never calls an interrupted session stable', async () => {
  const { io, interrupt } = createIo(fixtures);
  interrupt();
  const firstRuler = { copyNs: 1, fmaNs: 1 };
  const session = await judgeSession(io, { machine, families, job, firstRuler });
  expect(session).toEqual({
    rulers: [{ at: 'start', ...firstRuler }],
    stable: false,
    reasons: ['interrupted'],
  });
});

test('measures the closing ruler and compares it with the first', async () => {
  const { io } = createIo(fixtures);
  const session = await judgeSession(io, { machine, families, job, firstRuler: { copyNs: 1, fmaNs: 1 } });
  expect(session.rulers.map((ruler) => ruler.at)).toEqual(['start', 'end']);
  expect(session.reasons).toEqual([
    expect.stringMatching(/^drift:copy \+/),
    expect.stringMatching(/^drift:fma \+/),
  ]);
});

test('marks the timings of a session whose rulers moved', () => {
  const [result] = sampleRun().results;
  const drifted = { rulers: [], stable: false, reasons: ['drift:copy +7.1 %'] };
  const marked = markUnstable(result!, drifted);
  expect(marked).toMatchObject({
    comparable: false,
    comparableReasons: expect.arrayContaining(['unstable-session']),
  });
  expect(markUnstable(result!, { ...drifted, reasons: ['interrupted'] })).toBe(result);
});
