// How each kernel that reduces along axes is launched: one run of axes after another.
import { parseDtype } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts, Pass, Plan } from '@kernel-ladder/harness';
import type { AxesCase } from '../cases/kinds.ts';
import { foldPass, planned, workgroup } from './launch.ts';
import { runsOf } from '../cases/fold-axes.ts';
import type { Run } from '../cases/fold-axes.ts';

/** One step of a reduction: which run of which buffer goes where. */
export interface Step {
  readonly run: Run;
  readonly input: string;
  readonly output: string;
  readonly inputType: string;
}

/** The dispatches of a step and what they cost. */
export interface StepPlan {
  readonly passes: readonly Pass[];
  readonly scratch?: { readonly [name: string]: number };
  readonly implBytes: number;
  readonly longestSum: number;
}

type PlanStep = (params: AxesCase, step: Step, device: DeviceFacts) => StepPlan;

/** Reduces run by run; what a run leaves lies in scratch until the last writes the result. */
export function stepwise(planStep: PlanStep) {
  return planned<AxesCase>((params, device) => {
    const steps = stepsOf(params);
    const plans = steps.map((step) => planStep(params, step, device));
    const between = steps
      .slice(0, -1)
      .map(({ run, output }) => [output, paddedBytes(run.outer * run.inner)] as const);
    return {
      passes: plans.flatMap(({ passes }) => passes),
      scratch: Object.assign(Object.fromEntries(between), ...plans.map(({ scratch }) => scratch ?? {})),
      implBytes: plans.reduce((sum, plan) => sum + plan.implBytes, 0),
      longestSum: Math.max(
        1,
        plans.reduce((sum, plan) => sum + plan.longestSum, 0),
      ),
    } satisfies Plan;
  });
}

/** One thread for each result. */
export function threadEach(file: string) {
  return stepwise((params, step) => {
    const { run } = step;
    const outputs = run.outer * run.inner;
    return simpleStep(file, params, step, {
      groups: Math.ceil(outputs / workgroup),
      longestSum: run.reduced,
    });
  });
}

/** One workgroup for each result. */
export function workgroupEach(file: string) {
  return stepwise((params, step) => {
    const { run } = step;
    const steps = Math.ceil(run.reduced / workgroup);
    const launch = { groups: run.outer * run.inner, longestSum: steps + Math.log2(workgroup) };
    return simpleStep(file, params, step, { ...launch, constants: { STEPS: steps } });
  });
}

/** Bytes of a scratch buffer of `count` values that is read by quads. */
export function paddedBytes(count: number): number {
  return 16 * Math.ceil(count / 4);
}

/** Bytes that a step must read and write. */
export function stepBytes({ run, inputType }: Pick<Step, 'run' | 'inputType'>): number {
  const elements = run.outer * run.reduced * run.inner;
  return elements * (inputType === 'f16' ? 2 : 4) + 4 * run.outer * run.inner;
}

function simpleStep(
  file: string,
  params: AxesCase,
  step: Step,
  launch: { groups: number; longestSum: number; constants?: { readonly [name: string]: number } },
): StepPlan {
  const { run } = step;
  const workgroups = gridOf(launch.groups);
  const constants = {
    OUTPUTS: run.outer * run.inner,
    REDUCED: run.reduced,
    INNER: run.inner,
    GRID_X: workgroups[0],
    Input: step.inputType,
    ...launch.constants,
  };
  return {
    passes: [foldPass(file, params, constants, { bindings: [step.input, step.output], workgroups })],
    implBytes: stepBytes(step),
    longestSum: launch.longestSum,
  };
}

function stepsOf(params: AxesCase): readonly Step[] {
  const { in: input, acc } = parseDtype(params.dtype);
  const runs = runsOf(params);
  return runs.map((run, index) => ({
    run,
    input: index === 0 ? 'values' : `run${index - 1}`,
    output: index === runs.length - 1 ? 'result' : `run${index}`,
    inputType: index === 0 ? input : acc,
  }));
}
