import { markUnstable } from '@kernel-ladder/stats';
import { expect, test } from 'vitest';
import { findFamilies } from '../process/families.ts';
import { judgeSession, measureRulers } from './session.ts';
import { createIo, fixtures, sampleRun } from '../../fixtures/testing.ts';

const { machine } = sampleRun();
const families = findFamilies(fixtures);
const job = { gpu: { kind: 'software' }, seed: 1 } as const;

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

test('knows nothing of the end of an interrupted session, and its timings are not to be compared', async () => {
  const { io, interrupt } = createIo(fixtures);
  interrupt();
  const firstRuler = { copyNs: 1, fmaNs: 1 };
  const session = await judgeSession(io, { machine, families, job, firstRuler });
  expect(session).toEqual({
    rulers: [{ at: 'start', ...firstRuler }],
    stable: false,
    reasons: ['interrupted', 'drift:end-unknown'],
  });
  const [result] = sampleRun().results;
  expect(markUnstable(result!, session)).toMatchObject({
    comparable: false,
    comparableReasons: ['unstable-session'],
  });
});

test('knows nothing of a session whose closing ruler could not be measured', async () => {
  const { io } = createIo(fixtures);
  const session = await judgeSession(io, { machine, families, job, firstRuler: null });
  expect(session).toEqual({ rulers: [], stable: false, reasons: ['no-ruler', 'drift:end-unknown'] });
});

test('measures the closing ruler and compares it with the first and the middle one', async () => {
  const { io } = createIo(fixtures);
  const start = { machine, families, job, firstRuler: { copyNs: 1, fmaNs: 1 } };
  const middle = await measureRulers(io, start);
  const session = await judgeSession(io, start, { middle });
  expect(session.rulers.map((ruler) => ruler.at)).toEqual(['start', 'middle', 'end']);
  expect(session.reasons.filter((reason) => reason.startsWith('drift:'))).toEqual([
    expect.stringMatching(/^drift:copy \+/),
    expect.stringMatching(/^drift:fma \+/),
  ]);
});

test('measures no rulers on a software adapter', async () => {
  const { io } = createIo(fixtures);
  expect(await measureRulers(io, { machine: { ...machine, software: true }, families, job })).toBeNull();
});

test('a ruler says how much its canary scattered, also of a device in software', async () => {
  const { io } = createIo(fixtures);
  const ruler = await measureRulers(io, { machine, families, job });
  expect(ruler?.spread).toBeGreaterThanOrEqual(0);
});
