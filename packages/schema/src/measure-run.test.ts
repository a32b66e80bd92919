import { expect, test } from 'vitest';
import resultSchema from '../schemas/result.schema.json' with { type: 'json' };
import { measureRun, parseRunBytes } from './node.ts';
import type { Run } from './types.generated.ts';
import { headFields } from './result-head.ts';
import { mismeasured, runOf, sample } from './validate/testing-measured.ts';
import { recorded } from './validate/testing.ts';

const bytesOf = (run: unknown) => Buffer.from(JSON.stringify(run));

test('some recorded runs have the words and the numbers of their text, whatever was read before', () => {
  expect(sample.length).toBeGreaterThan(3);
  expect(mismeasured(sample)).toEqual([]);
});

test('a run with other numbers is read in the words of the first', () => {
  const [first, ...others] = recorded.results;
  const slower = { ...first!, check: { ...first!.check!, maxAbs: 1.25e-7 } };
  const run = { ...recorded, results: [slower, ...others] };
  const one = measureRun('f.json', bytesOf(recorded))!;
  const two = measureRun('f.json', bytesOf(run))!;
  expect(runOf(one)).toEqual(recorded);
  expect(runOf(two)).toEqual(run);
  expect(two.run.results[0]).toBe(one.run.results[0]);
});

test('what is left of a kernel has the numbers of its own run', () => {
  const [first, ...others] = recorded.results;
  const apart = (ratio: number): Run => {
    const timed = [
      { kind: 'no-loads', ns: 1000 * ratio, ratio, low: 0.9 * ratio, high: 1.1 * ratio } as const,
    ];
    const refused = [{ kind: 'no-waits', why: 'it waits for nobody' } as const];
    const perturbations = { cache: 'hot', turns: 6, ownNs: 1000, timed, refused } as const;
    return { ...recorded, results: [{ ...first!, perturbations }, ...others] };
  };
  for (const run of [apart(0.41), apart(0.97)]) {
    const bytes = bytesOf(run);
    expect(parseRunBytes('f.json', bytes)).toEqual(run);
    const measured = measureRun('f.json', bytes);
    expect(measured && runOf(measured)).toEqual(run);
  }
});

const change = (was: string | RegExp, is: string) => (text: string) => text.replace(was, is);

test.for([
  ['a time that is no whole number', change(/"minNs":\d+/, '"minNs":1.5')],
  ['a time below nothing', change('"minNs":', '"minNs":-')],
  ['a time on the wrong side of another', change(/"maxNs":\d+/, '"maxNs":1')],
  ['a median of nothing', change(/"medianNs":\d+/, '"medianNs":0')],
  ['a rate that does not follow', change(/"gbps":[\d.]+/, '"gbps":1')],
  [
    'an error above its tolerance',
    change(/"worstErrorOverTolerance":[\d.e-]+/, '"worstErrorOverTolerance":1.5'),
  ],
  ['seeds that do not follow one another', change(/"seeds":\[(\d+)(?:,\d+)*\]/, '"seeds":[$1,$1]')],
  ['a number that JSON has not', change(/"minNs":(\d+)/, '"minNs":0$1')],
  ['a number without a fraction behind its point', change(/"minNs":(\d+)/, '"minNs":$1.')],
  ['a number beyond all', change(/"maxNs":\d+/, '"maxNs":1e999')],
  ['another word', change('"cache":"', '"cache":"x')],
  ['a text that ends in a number', (text: string) => text.slice(0, text.indexOf('"minNs":') + 10)],
] as const)('after a run that is sound, one with %s is not', ([, changed]) => {
  const text = JSON.stringify(recorded);
  expect(measureRun('f.json', Buffer.from(text))).not.toBe(null);
  expect(changed(text)).not.toBe(text);
  expect(measureRun('f.json', Buffer.from(changed(text)))).toBe(null);
});

// Rules look at numbers by their places, and such a text has not a place for each.
test.for([
  ['a member that stands twice', change('"minNs":', '"minNs":1,"minNs":')],
  ['a number below nothing', change(/"gbps":(?=[\d.]+)/, '"gbps":-')],
  ['a nought below nothing', change(/"maxAbs":[\d.e-]+/, '"maxAbs":-0')],
  ['a blank', change('"minNs":', '"minNs": ')],
] as const)('a text with %s is left to who reads it whole', ([, changed]) => {
  const text = JSON.stringify(recorded);
  expect(changed(text)).not.toBe(text);
  for (const _ of ['seen first', 'seen again'])
    expect(measureRun('f.json', Buffer.from(changed(text)))).toBe(null);
});

// Numbers of one kind are told apart by nothing else: `result-shape.ts` leans on it.
test('behind heads the schema of a result knows no bound of a number but 0 and 1', () => {
  const [bounds, chosen]: [unknown[], unknown[]] = [[], []];
  const visit = (value: unknown, name = '') => {
    if (/^(?:exclusiveM|m)(?:aximum|inimum)$/.test(name)) bounds.push(value);
    expect(['multipleOf', 'uniqueItems', 'contains', 'not', 'oneOf']).not.toContain(name);
    if (name === 'const' || name === 'enum') chosen.push(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [member, own] of Object.entries(value)) if (name !== 'enum') visit(own, member);
  };
  const { properties, ...others } = resultSchema;
  const behind = Object.entries(properties).filter(([name]) => !headFields.has(name));
  visit({ ...others, properties: Object.fromEntries(behind) });
  expect(chosen.flat().filter((each) => typeof each === 'number')).toEqual([]);
  expect(new Set(bounds)).toEqual(new Set([0, 1]));
});
