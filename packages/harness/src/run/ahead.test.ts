// What is made before it is asked for, and what must not go on while something is timed.
import { expect, test } from 'vitest';
import type { Gpu } from '@kernel-ladder/gpu';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import type { Subject } from '../contract/identity.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { beginInputs, beginReferences } from './ahead.ts';
import { compiledAtOnce } from './compiler.ts';
import { openWorkbench } from './workbench.ts';
import type { Workbench } from './workbench.ts';

const gpu = useTestGpu();

/** The device of these tests, taken for hardware, and how many pipelines were begun on it. */
function countingCompilations(): { readonly hardware: Gpu; readonly begun: () => number } {
  let count = 0;
  const device = new Proxy(gpu().device, {
    get: (target, key) => {
      if (key === 'createComputePipelineAsync') count++;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { begun: () => count, hardware: { ...gpu(), device, facts: { ...gpu().facts, software: false } } };
}

function open(changes: Partial<Workbench<DoubleCase>>): Workbench<DoubleCase> {
  // Nothing is timed here: what the machine can do is not looked at.
  const machine = {} as Workbench<DoubleCase>['machine'];
  return openWorkbench({ gpu: gpu(), family, load, machine, edgeCases: false, ...changes });
}

const subjectOf = (n: number): Subject<DoubleCase> => ({
  variant: family.variants[0]!,
  params: doubleCase(n),
});

test('pipelines of the ids to come are compiled in their order, a few at once, and none is begun once that is stopped', async () => {
  const { hardware, begun } = countingCompilations();
  const { compiler } = open({ gpu: hardware });
  await settled(compiler, [3, 5].map(subjectOf), begun);
  expect(begun()).toBe(2);
  compiler.begin([7, 9, 11, 17, 19, 21].map(subjectOf));
  await compiler.stop();
  const compiled = begun();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([compiled, begun()]).toEqual([2 + compiledAtOnce, 2 + compiledAtOnce]);
});

test('what is begun with later takes the place of what was to come, at most a few at once', async () => {
  const { hardware, begun } = countingCompilations();
  const { compiler } = open({ gpu: hardware });
  compiler.begin([33, 35, 37, 39, 41, 43].map(subjectOf));
  compiler.begin([45, 47].map(subjectOf));
  while (begun() < compiledAtOnce + 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await compiler.stop();
  expect(begun()).toBe(compiledAtOnce + 2);
});

async function settled(
  compiler: Workbench<DoubleCase>['compiler'],
  subjects: readonly Subject<DoubleCase>[],
  begun: () => number,
): Promise<void> {
  const before = begun();
  compiler.begin(subjects);
  while (begun() < before + subjects.length) await new Promise((resolve) => setTimeout(resolve, 5));
  await compiler.stop();
}

test('an id whose plan fails leaves the others before it compiled, and nothing unhandled', async () => {
  const { hardware, begun } = countingCompilations();
  const failing = {
    ...subjectOf(15),
    variant: {
      ...family.variants[0]!,
      plan: () => {
        throw new Error('no plan');
      },
    },
  };
  const { compiler } = open({ gpu: hardware });
  compiler.begin([subjectOf(13), failing]);
  while (begun() < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await compiler.stop();
  expect(begun()).toBe(1);
  await settled(compiler, [subjectOf(23)], begun);
  expect(begun()).toBe(2);
});

/** The seeds of the inputs and of the references that are begun for an id, where both go on beside other work. */
async function begunFor(changes: Partial<Workbench<DoubleCase>>, begin: typeof beginInputs) {
  const [inputs, references]: [number[], number[]] = [[], []];
  const judges: Judges = {
    ...sameThread,
    isBeside: () => true,
    inputs: (of, request) => {
      inputs.push(request.seed);
      return sameThread.inputs(of, request);
    },
    judge: (trial) => ({ ...sameThread.judge(trial), prepare: () => references.push(trial.seed) }),
  };
  begin(open({ judges, ...changes }), subjectOf(100));
  await new Promise((resolve) => setTimeout(resolve, 0));
  return { inputs, references };
}

test('with the inputs that are timed those of the proof are begun, and without a timing none of them', async () => {
  expect((await begunFor({}, beginInputs)).inputs).toEqual([1, 2, 3]);
  expect((await begunFor({ timing: false }, beginInputs)).inputs).toEqual([1]);
});

test('the references of the proof are begun behind the check, whose own comes first', async () => {
  expect((await begunFor({}, beginInputs)).references).toEqual([1]);
  expect((await begunFor({}, beginReferences)).references).toEqual([2, 3]);
});
