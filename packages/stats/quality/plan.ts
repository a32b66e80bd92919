// What the whole benchmark measures, as a list of independent tasks; each seeds itself by what it is.
import { restless, runCost } from './cost.ts';
import type { Cost, RestlessName } from './cost.ts';
import { families } from './families.ts';
import type { FamilyName } from './families.ts';
import { runCell, runDelay } from './trials.ts';
import type { Cell, Delay, Outcome } from './trials.ts';
import { blockRates, compareRates, gateRate, intervalCoverage } from './verdicts.ts';
import type { Coverage, GateRate, VerdictRates } from './verdicts.ts';

/** One piece of work. */
export type Task =
  | { readonly kind: 'cell'; readonly cell: Cell }
  | { readonly kind: 'cost'; readonly of: RestlessName; readonly points: number; readonly series: number }
  | { readonly kind: 'delay'; readonly effect: number; readonly series: number }
  | { readonly kind: 'coverage'; readonly effect: number; readonly after: number; readonly series: number }
  | {
      readonly kind: 'blocks' | 'compare' | 'gate';
      readonly effect: number;
      readonly sigma: number;
      readonly trials: number;
    };

/** What a task gives. */
export type TaskResult =
  | { readonly kind: 'cell'; readonly rows: readonly Outcome[] }
  | { readonly kind: 'cost'; readonly row: Cost }
  | { readonly kind: 'delay'; readonly row: Delay }
  | { readonly kind: 'coverage'; readonly row: Coverage }
  | { readonly kind: 'blocks' | 'compare'; readonly row: VerdictRates }
  | { readonly kind: 'gate'; readonly row: GateRate };

/** Does one task. */
export function runTask(task: Task): TaskResult {
  const { kind } = task;
  if (kind === 'cell') return { kind, rows: runCell(task.cell) };
  if (kind === 'cost') return { kind, row: runCost(task.of, task.points, task.series) };
  if (kind === 'delay') return { kind, row: runDelay(task.effect, task.series) };
  if (kind === 'coverage') return { kind, row: intervalCoverage(task.effect, task.after, task.series) };
  if (kind === 'gate') return { kind, row: gateRate(task.effect, task.sigma, task.trials) };
  const run = kind === 'blocks' ? blockRates : compareRates;
  return { kind, row: run(task.effect, task.sigma, task.trials) };
}

const kinds = Object.keys(restless) as readonly RestlessName[];
const names = Object.keys(families) as readonly FamilyName[];

/** Change-free series of every family: the share with any alarm. */
function falseAlarmCells(sizes: Readonly<Record<number, number>>): readonly Cell[] {
  return names.flatMap((family) =>
    Object.entries(sizes).map(
      ([points, series]) =>
        ({ family, points: Number(points), series, shape: 'none', effect: 0, after: 0 }) as const,
    ),
  );
}

function powerCells(): readonly Cell[] {
  const hundred = { points: 100, series: 400, shape: 'step' } as const;
  const steps = names.flatMap((family) =>
    [0.03, 0.05, 0.1].flatMap((effect) =>
      [3, 5, 10, 50].map((after) => ({ ...hundred, family, effect, after })),
    ),
  );
  const gaussian = { ...hundred, family: 'gaussian' } as const;
  const fine = [0.01, 0.02, 0.2, 1].flatMap((effect) =>
    [1, 2, 3, 5, 10, 50].map((after) => ({ ...gaussian, effect, after })),
  );
  const down = [-0.03, -0.05].flatMap((effect) => [3, 5].map((after) => ({ ...gaussian, effect, after })));
  const sizes = [30, 300].flatMap((points) =>
    [0.03, 0.05].flatMap((effect) => [3, 5].map((after) => ({ ...gaussian, points, effect, after }))),
  );
  const shapes = (['ramp', 'pair', 'stairs'] as const).flatMap((shape) =>
    [0.03, 0.05].map((effect) => ({ ...gaussian, shape, effect, after: 60 })),
  );
  return [...steps, ...fine, ...down, ...sizes, ...shapes];
}

/** Everything, the long tasks first. */
export function wholePlan(): readonly Task[] {
  const cells = [...falseAlarmCells({ 300: 500, 100: 2000, 30: 2000, 10: 2000 }), ...powerCells()];
  const sigmas = [0.005, 0.01, 0.02];
  const effects = [0, 0.01, 0.02, 0.03, 0.05];
  const verdicts = (['blocks', 'compare'] as const).flatMap((kind) =>
    effects.flatMap((effect) => sigmas.map((sigma) => ({ kind, effect, sigma, trials: 4000 }))),
  );
  return [
    ...[0.03, 0.05, 0.1].map((effect) => ({ kind: 'delay', effect, series: 300 }) as const),
    ...cells.map((cell) => ({ kind: 'cell', cell }) as const),
    ...[3, 5, 50].map((after) => ({ kind: 'coverage', effect: 0.05, after, series: 1000 }) as const),
    ...kinds.map((of) => ({ kind: 'cost', of, points: 500, series: 50 }) as const),
    ...verdicts,
    ...[0, 0.03, 0.05].flatMap((effect) =>
      sigmas.map((sigma) => ({ kind: 'gate', effect, sigma, trials: 1000 }) as const),
    ),
  ];
}
