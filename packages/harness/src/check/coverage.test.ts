import { expect, test } from 'vitest';
import { doubleCase, family, wrongVariant } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { casesFor } from './chosen-cases.ts';
import { coverEdgeCases, coverTogether } from './coverage.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { notApplicable } from '../contract/skip.ts';
import type { Family, Variant } from '../contract/family.ts';
import { observing } from '../contract/oracle.ts';

const gpu = useTestGpu();
const [set] = family.edgeCases;

const cover = (
  variant: Variant<ReturnType<typeof doubleCase>> | undefined,
  onCase?: (done: number, total: number) => void,
) => coverEdgeCases(gpu(), { family, variant: variant!, load, seed: 1, ...(onCase ? { onCase } : {}) });
const named = (name: string) =>
  family.variants.find((variant) => variant.name === name) ?? wrongVariant(name);

test('a right variant passes every case', async () => {
  const { coverage, failure } = await cover(named('double'));
  expect(coverage).toEqual([{ set: 'EC-1D', total: 6, passed: 6, skipped: 0, failed: [] }]);
  expect(failure).toBeNull();
});

test('a wrong one is told which cases it fails, the first in words', async () => {
  const { coverage, failure } = await cover(named('past-end'));
  expect(coverage[0]?.failed).toEqual(['n=0,f32', 'n=1,f32', 'n=63,f32', 'n=65,f32', 'n=1000,f32']);
  expect(failure).toBe('EC-1D n=0,f32: doubled: the kernel wrote behind the last element');
});

test('a skipped variant has passed nothing and failed nothing, and what it needs is said', async () => {
  const { coverage } = await cover(named('needs-f16'));
  const notApplicableTo = [{ code: 'feature:shader-f16', cases: 6 }];
  expect(coverage).toEqual([
    { set: 'EC-1D', total: 6, passed: 0, skipped: 6, failed: [], notApplicable: notApplicableTo },
  ]);
});

test('tells how far it is', async () => {
  const steps: string[] = [];
  await cover(named('double'), (done, total) => steps.push(`${done}/${total}`));
  expect(steps).toEqual(['1/6', '2/6', '3/6', '4/6', '5/6', '6/6']);
});

test('variants that are checked together come each to what it comes to alone, on inputs that are made once', async () => {
  const variants = ['past-end', 'double', 'only-once', 'needs-f16'].map((name) => named(name)!);
  const asked: string[] = [];
  const judges: Judges = {
    ...sameThread,
    inputs: (of, request) => {
      asked.push(`${String(request.params['n'])} seed ${request.seed}`);
      return sameThread.inputs(of, request);
    },
  };
  const together = await coverTogether(gpu(), { family, load, seed: 1, judges }, variants);
  expect(asked).toHaveLength(2 * 6);
  expect(new Set(asked).size).toBe(2 * 6);
  for (const [at, variant] of variants.entries()) expect(together[at]).toEqual(await cover(variant));
  expect(together.map(({ failure }) => failure === null)).toEqual([false, true, false, true]);
});

type Double = ReturnType<typeof doubleCase>;

const many = { set: 'many', cases: Array.from({ length: 100 }, (_, index) => doubleCase(index)) };

const scope = (facts = gpu().facts, variant = named('double')!) => ({ variant, facts });
const sizesOf = (cases: readonly Double[]) => cases.map(({ n }) => n);

test('software thins a large set evenly to 6 cases', () => {
  const chosen = sizesOf(casesFor(family, many, scope()));
  expect(chosen).toHaveLength(6);
  const gaps = chosen.slice(1).map((n, index) => n - chosen[index]!);
  expect([...new Set(gaps)].toSorted()).toEqual([16, 17]);
});

test('software leaves out cases that would take it long', () => {
  const large = { set: 'large', cases: [doubleCase(1000), doubleCase(2 ** 20)] };
  expect(casesFor(family, large, scope())).toEqual([doubleCase(1000)]);
});

test('software takes the cases that the family has chosen, by rank, then an even choice of the others', () => {
  const some = { ...family, chosen: { many: ['n=90,f32', 'n=7,f32'] } };
  const sizes = sizesOf(casesFor(some, many, scope()));
  expect(sizes.slice(0, 2)).toEqual([90, 7]);
  expect(new Set(sizes).size).toBe(6);
  const all = Array.from({ length: 8 }, (_, index) => `n=${10 * index},f32`);
  expect(sizesOf(casesFor({ ...family, chosen: { many: all } }, many, scope()))).toEqual([
    0, 10, 20, 30, 40, 50,
  ]);
});

test('what a variant skips is none of the six', () => {
  const double = named('double')!;
  const plan: typeof double.plan = (params, facts) =>
    params.n < 94 ? notApplicable('solves large ones') : double.plan(params, facts);
  const chosen = casesFor(
    { ...family, chosen: { many: ['n=1,f32'] } },
    many,
    scope(gpu().facts, { ...double, plan }),
  );
  expect(sizesOf(chosen)).toEqual([94, 95, 96, 97, 98, 99]);
});

test('software checks as many cases of a set as it is asked for, whole sets too', () => {
  const chosen = { ...family, chosen: { many: ['n=90,f32'] } };
  const sizes = (most: number) => sizesOf(casesFor(chosen, many, { ...scope(), most }));
  expect(sizes(1)).toEqual([90]);
  expect(sizes(3)).toEqual([90, 0, 50]);
  expect(casesFor(family, many, { ...scope(), most: Infinity })).toEqual(many.cases);
});

test('hardware checks every case', () => {
  expect(casesFor(family, many, scope({ ...gpu().facts, software: false }))).toEqual(many.cases);
  expect(set!.cases).toHaveLength(6);
});

const coverOf = (changed: Partial<Family<Double>>, variant: Variant<Double>) =>
  coverEdgeCases(gpu(), { family: { ...family, ...changed }, variant, load, seed: 1 });

test('cases that a variant cannot take are told apart from those that a thinned set leaves out', async () => {
  const double = named('double')!;
  const plan: typeof double.plan = (params, facts) =>
    params.n < 60 ? notApplicable('solves large ones') : double.plan(params, facts);
  const { coverage } = await coverOf({ edgeCases: [many] }, { ...double, plan });
  expect(coverage).toEqual([
    {
      set: 'many',
      total: 100,
      passed: 6,
      skipped: 94,
      failed: [],
      notApplicable: [{ code: 'not-applicable', cases: 60 }],
    },
  ]);
});

const breaksOn = ({ n }: Double) => (n === 65 ? 'its last element is left out' : null);

test('a variant that breaks where it says so is no failure, and the reason is kept', async () => {
  const { coverage, failure } = await coverOf(
    { edgeCases: [{ set: 'EC-1D', cases: [64, 65].map(doubleCase) }] },
    { ...named('past-end')!, breaksOn },
  );
  expect(failure).toBeNull();
  expect(coverage).toMatchObject([
    {
      passed: 1,
      failed: [],
      expectedFailures: [{ case: 'n=65,f32', because: 'its last element is left out' }],
    },
  ]);
});

test('a variant that is right where it says it breaks has failed', async () => {
  const { coverage, failure } = await coverOf({}, { ...named('double')!, breaksOn: () => 'never right' });
  expect(coverage[0]?.failed).toHaveLength(6);
  expect(failure).toContain('never right');
});

const oracle = () => observing('sign of the first', ({ doubled }) => `sign ${Math.sign(doubled?.[0] ?? 0)}`);

test('an observation is neither passed nor failed, and an unwritten output is no observation', async () => {
  const edgeCases = [{ set: 'EC-NAN', cases: [{ ...doubleCase(5), sign: 'positive' as const }] }];
  const seen = await coverOf({ oracle, edgeCases }, named('double')!);
  expect(seen).toMatchObject({
    failure: null,
    coverage: [{ passed: 0, failed: [], observed: [{ case: 'n=5,sign=positive,f32', outcome: 'sign 1' }] }],
  });
  const unwritten = await coverOf({ oracle, edgeCases }, named('unwritten')!);
  expect(unwritten.failure).toContain('was not written');
});
