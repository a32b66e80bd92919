import { expect, test } from 'vitest';
import { parseChecks, parseJudgement } from './documents.ts';

const judgement = {
  schemaVersion: 1,
  machineKey: 'gpu-vulkan-12345678',
  runs: [],
  series: [],
  changes: [],
  newest: null,
};

test('takes a judgement without a run', () => {
  expect(parseJudgement('j.json', judgement).runs).toEqual([]);
});

test.for([
  [{ ...judgement, series: [{}] }, 'j.json: /series/0: must have required property'],
  [
    { ...judgement, newest: { run: 3, judged: 1, suspects: [] } },
    'j.json: /runs: has 0 runs, and run 3 is named',
  ],
  [{ ...judgement, more: true }, 'j.json: /: must NOT have additional properties'],
] as const)('refuses %o with the place of the fault', ([value, message]) => {
  expect(() => parseJudgement('j.json', value)).toThrow(message);
});

test('refuses checks of another form', () => {
  expect(() => parseChecks('c.json', { schemaVersion: 1 })).toThrow('c.json: /: must have required property');
});
