// Every rewrite: what it does, and that it changes no output. The example of each row of the table, random programs, and the rewrites
// that are not done.
import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import type { Feeds, Precision } from './evaluate.ts';
import { verify } from './graph/verify.ts';
import type { Graph } from './graph/types.ts';
import { graphPasses, optimise, rules } from './passes/all.ts';
import { declined } from './passes/declined.ts';
import { rewrite, rewriteCounting } from './passes/rewrite.ts';
import type { Agreement } from './passes/rule.ts';
import { feedsOf, programAround, randomProgram } from './testing/index.ts';
import { parse } from './text/parse.ts';
import { print } from './text/print.ts';

const programs = Array.from({ length: 100 }, (_, index) =>
  randomProgram({ seed: index + 1, operations: 16 }),
);
const expected = programs.map(({ graph, feeds }) => outputsOf(graph, feeds));

test('five patterns or more, each before and after', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  expect(rules.length).toBeGreaterThanOrEqual(10);
  for (const rule of rules) {
    const before = parse(rule.before);
    expect(print(rewrite(before, [rule])), `${rule.name}`).toBe(`${rule.after}\n`);
  }
});

test.for(rules)('$name, $agreement', (rule) => {
  const random = createRandom(3);
  const [before, after] = [parse(rule.before), parse(rule.after)];
  for (let turn = 0; turn < 20; turn++) {
    const feeds = special(feedsOf(before, random), turn);
    expect(strays(rule.agreement, after, feeds, outputsOf(before, feeds))).toEqual([]);
  }
  const around = Array.from({ length: 12 }, (_, seed) => programAround(before, { seed, operations: 5 }));
  const fired = around.filter(({ graph, feeds }) => {
    const { graph: better, applied } = rewriteCounting(graph, [rule]);
    expect(strays(rule.agreement, verify(better), feeds, outputsOf(graph, feeds))).toEqual([]);
    return applied.has(rule.name);
  });
  expect(fired.length).toBeGreaterThan(8);
});

test('100 random graphs give the same outputs rewritten and not', () => {
  const better = programs.map(({ graph }) => verify(optimise(graph)));
  for (const [index, { feeds }] of programs.entries())
    expect(strays('rounding', better[index], feeds, expected[index])).toEqual([]);
  expect(nodesOf(better) / nodesOf(programs.map(({ graph }) => graph))).toBeLessThan(0.8);
});

test.for(graphPasses)('$name, alone, changes no output', ({ run }) => {
  for (const [index, { graph, feeds }] of programs.slice(0, 40).entries())
    expect(strays('rounding', verify(run(graph)), feeds, expected[index])).toEqual([]);
});

test.for(declined)('not done: $name', ({ program, tempting, feeds }) => {
  expect(print(optimise(parse(program)))).toBe(program);
  const [kept, tempted] = [program, tempting].map((text) => evaluate(parse(text), feeds, 'stored'));
  expect(kept).not.toEqual(tempted);
});

// Numbers that tell apart what is equal almost everywhere.
function special(feeds: Feeds, turn: number): Feeds {
  const strange = [0, -0, Infinity, -Infinity, Number.NaN, 1, -1, 1e-45, 3e38];
  if (turn % 2 === 0) return feeds;
  return Object.fromEntries(
    Object.entries(feeds).map(([name, numbers]) => [
      name,
      Array.from(numbers, (number, index) =>
        Number.isInteger(number) ? number : (strange[(index + turn) % 9] ?? 0),
      ),
    ]),
  );
}

type Outputs = { readonly [P in Precision]: readonly ArrayLike<number>[] };

function outputsOf(graph: Graph, feeds: Feeds): Outputs {
  return { f64: evaluate(graph, feeds), stored: evaluate(graph, feeds, 'stored') };
}

// Outputs that do not agree: what they are and what they should be, and the program. Roundings are few in f64; in f32 the bits say
// nothing that f64 does not, and an infinity may be rounded to or not.
function strays(
  agreement: Agreement,
  graph: Graph | undefined,
  feeds: Feeds,
  wanted: Outputs | undefined,
): readonly string[] {
  if (!graph || !wanted) return ['no graph'];
  const precisions: readonly Precision[] = agreement === 'rounding' ? ['f64'] : ['f64', 'stored'];
  if (agreement === 'rounding' && !wanted.f64.every(isFinite)) return [];
  return precisions.flatMap((precision) =>
    evaluate(graph, feeds, precision).flatMap((values, output) => {
      const right = wanted[precision][output] ?? [];
      const at = values.findIndex((value, index) => !agrees(agreement, value, right[index] ?? Number.NaN));
      const isWhole = values.length === right.length && at < 0;
      return isWhole ? [] : [`${precision}: ${values[at]}, not ${right[at]}, of ${print(graph)}`];
    }),
  );
}

function agrees(agreement: Agreement, value: number, wanted: number): boolean {
  if (Object.is(value, wanted)) return true;
  if (agreement === 'bitwise') return false;
  if (agreement === 'sign of zero') return value === wanted;
  return Math.abs(value - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted));
}

function nodesOf(graphs: readonly Graph[]): number {
  return graphs.reduce((sum, { nodes }) => sum + nodes.length, 0);
}

function isFinite(values: ArrayLike<number>): boolean {
  return Array.from(values).every(Number.isFinite);
}
