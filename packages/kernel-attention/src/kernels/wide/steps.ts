// The steps of the wide kernel over its keys: what happens between which barriers.
import { indent } from '@kernel-ladder/kernel-kit';
import { fragment, lanes } from '../tensor/layout.ts';
import type { WideLayout } from './layout.ts';
import { scores, weightedValues } from './product.ts';
import { rescale, softmax } from './softmax.ts';
import type { Hidden, RowPlaces, Step } from './softmax.ts';
import { deposit, fetch } from './staging.ts';
import type { Operand } from './staging.ts';
import type { WideProblem } from './tail.ts';

/** Where a lane's rows lie. */
export function placesOf({ scoreStride, weightStride, schedule }: WideLayout): RowPlaces {
  const scoresOf = rowsFrom('own_score', scoreStride);
  return schedule === 'apart'
    ? { scores: scoresOf, weights: rowsFrom('own_weight', weightStride), array: 'weights' }
    : { scores: scoresOf, weights: scoresOf, array: 'scores' };
}

function rowsFrom(own: string, stride: number): RowPlaces['scores'] {
  return (r) => (r === 0 ? own : `(${own} + ${r * lanes * stride}u)`);
}

/** Lines that name where the subgroup's scores and weights begin, and where those of the lane's first row do. */
export function declarePlaces({
  subgroups,
  queries,
  scoreStride,
  weightStride,
  schedule,
}: WideLayout): string {
  const place = (
    name: string,
    stride: number,
  ) => `let first_${name} = subgroup % ${subgroups}u * ${queries * stride}u;
let own_${name} = first_${name} + lane % ${fragment}u * ${stride}u + lane % ${lanes}u / ${fragment}u * ${fragment * stride}u;`;
  const scoresPlace = place('score', scoreStride);
  return schedule === 'apart' ? `${scoresPlace}\n${place('weight', weightStride)}` : scoresPlace;
}

/** Lines that take the steps. */
export function takeSteps(problem: WideProblem, layout: WideLayout): string {
  return overSteps(problem, layout, (hidden) =>
    stepOf(problem, layout, { hidden, isTrusting: layout.trusts }),
  );
}

function stepOf(problem: WideProblem, layout: WideLayout, step: Step): string {
  const isApart = layout.schedule === 'apart';
  const weights = isApart ? { array: 'weights', at: 'first_weight' } : { array: 'scores', at: 'first_score' };
  const first = step.hidden === 'some' ? 'first_key' : undefined;
  return `${scores(layout, 'first_score', first)}
// The scores are complete; keys and the values before have been read.
workgroupBarrier();
${weigh(problem, layout, step)}
${weightedValues(layout, weights, first)}${isApart ? '' : '\n// The weights have been read.\nworkgroupBarrier();'}`;
}

/** Lines that start the loads of the first keys and values, before anything else is waited for. */
export function beginTiles({ tail }: WideProblem, layout: WideLayout): string {
  const first = tail ? 'origin' : '0u';
  return `${fetch(layout, 'keys', first)}\n${fetch(layout, 'values', first)}`;
}

/**
 * Lines behind which the first keys lie in their tile, the first values and the second keys are on their way. The barriers of the queries, which
 * follow, make the tile complete.
 */
export function takeFirstTiles(problem: WideProblem, layout: WideLayout): string {
  return `${deposit(layout, 'keys')}\n${fetchFirst(problem, layout, { operand: 'keys', ahead: 1 })}`;
}

// What turns a step's scores into weights, while its values and the next keys take their places and the loads of what comes next begin.
function weigh(problem: WideProblem, layout: WideLayout, step: Step): string {
  const places = placesOf(layout);
  const begin = `${fetchAhead(problem, layout, { operand: 'values', ahead: 1 })}
${fetchAhead(problem, layout, { operand: 'keys', ahead: 2 })}`;
  const isBefore = layout.loads === 'before';
  return `${deposit(layout, 'values')}
${deposit(layout, 'keys')}
${isBefore ? `${begin}\n` : ''}${softmax(layout, places, step)}
// Weights, values and the next keys are complete.
${step.isTrusting ? 'workgroupBarrier();' : rescaled(layout, places)}${isBefore ? '' : `\n${begin}`}`;
}

// Under a causal mask every query of the block sees all keys of the first steps, in which nothing asks what is hidden: a product under a
// condition costs more than the condition. The steps behind them reach over the diagonal.
function overSteps(problem: WideProblem, layout: WideLayout, step: (hidden: Hidden) => string): string {
  const { keys } = layout;
  const steps = stepsOf(problem, layout);
  const loop = (
    first: string,
    end: string,
    hidden: Hidden,
  ) => `for (var step = ${first}; step < ${steps}u; step++) {
  let first_key = ${problem.tail ? 'origin + ' : ''}step * ${keys}u;
  if (${end}) {
    break;
  }
${indent(step(hidden), 2)}
}`;
  const pastLast = `first_key >= ${problem.tail ? 'end_key' : 'most_visible'}`;
  if (!problem.causal) return loop('0u', pastLast, 'behind-last');
  return `${loop('0u', `first_key + ${keys}u > least_visible`, 'none')}
${loop(`least_visible / ${keys}u`, pastLast, 'some')}`;
}

function rescaled(layout: WideLayout, places: RowPlaces): string {
  return `if (workgroupUniformLoad(&raised) == 1u) {\n${indent(rescale(layout, places), 2)}\n}`;
}

function stepsOf(problem: WideProblem, { keys }: WideLayout): number {
  return Math.ceil(problem.keys / keys);
}

/** An operand, and how many steps ahead its rows are used. */
interface Ahead {
  readonly operand: Operand;
  readonly ahead: number;
}

// Behind the last step there is nothing to load.
function fetchAhead(problem: WideProblem, layout: WideLayout, { operand, ahead }: Ahead): string {
  const load = fetch(layout, operand, `first_key + ${ahead * layout.keys}u`);
  const isThere = problem.tail
    ? `first_key + ${ahead * layout.keys}u < ${problem.keys}u`
    : `step + ${ahead}u < ${stepsOf(problem, layout)}u`;
  return `if (${isThere}) {\n${indent(load, 2)}\n}`;
}

function fetchFirst(problem: WideProblem, layout: WideLayout, { operand, ahead }: Ahead): string {
  const first = `${problem.tail ? 'origin + ' : ''}${ahead * layout.keys}u`;
  return ahead < stepsOf(problem, layout) ? fetch(layout, operand, first) : '';
}
