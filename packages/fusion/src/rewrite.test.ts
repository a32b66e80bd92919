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
import { feedsOf, randomProgram } from './testing/index.ts';
import { parse } from './text/parse.ts';
import { print } from './text/print.ts';

const programs = Array.from({ length: 100 }, (_, index) =>
  randomProgram({ seed: index + 1, operations: 16 }),
);
const expected = {
  f64: programs.map(({ graph, feeds }) => evaluate(graph, feeds)),
  stored: programs.map(({ graph, feeds }) => evaluate(graph, feeds, 'stored')),
};

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
  const before = parse(rule.before);
  const after = parse(rule.after);
  for (let turn = 0; turn < 20; turn++) {
    const feeds = special(feedsOf(before, random), turn);
    expectAgreement(rule.agreement, after, feeds, {
      f64: evaluate(before, feeds),
      stored: evaluate(before, feeds, 'stored'),
    });
  }
  for (const [index, { graph, feeds }] of programs.entries()) {
    const { graph: better, applied } = rewriteCounting(graph, [rule]);
    if (applied.size === 0) continue;
    expectAgreement(rule.agreement, verify(better), feeds, {
      f64: expected.f64[index] ?? [],
      stored: expected.stored[index] ?? [],
    });
  }
});

test('100 random graphs give the same outputs rewritten and not', () => {
  const counts = programs.map(({ graph, feeds }, index) => {
    const better = verify(optimise(graph));
    expectAgreement('rounding', better, feeds, {
      f64: expected.f64[index] ?? [],
      stored: expected.stored[index] ?? [],
    });
    return [graph.nodes.length, better.nodes.length] as const;
  });
  const total = (which: 0 | 1) => counts.reduce((sum, pair) => sum + pair[which], 0);
  expect(total(1) / total(0)).toBeLessThan(0.8);
});

test.for(graphPasses)('$name, alone, changes no output', ({ run }) => {
  for (const [index, { graph, feeds }] of programs.slice(0, 40).entries())
    expectAgreement('rounding', verify(run(graph)), feeds, {
      f64: expected.f64[index] ?? [],
      stored: expected.stored[index] ?? [],
    });
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

type Outputs = readonly ArrayLike<number>[];

function expectAgreement(
  agreement: Agreement,
  graph: Graph,
  feeds: Feeds,
  before: { readonly [P in Precision]: Outputs },
): void {
  const isFinite = before.f64.every((values) => Array.from(values).every(Number.isFinite));
  // Roundings are few in f64; in f32 the bits say nothing that f64 does not.
  const precisions: readonly Precision[] =
    agreement === 'rounding' ? (isFinite ? ['f64'] : []) : ['f64', 'stored'];
  for (const precision of precisions)
    for (const [index, values] of evaluate(graph, feeds, precision).entries()) {
      const wanted = before[precision][index] ?? [];
      expect(values.length).toBe(wanted.length);
      const stray = values.findIndex((value, at) => !agrees(agreement, value, wanted[at] ?? Number.NaN));
      expect(stray < 0 ? null : [values[stray], wanted[stray]], `${precision}\n${print(graph)}`).toBeNull();
    }
}

function agrees(agreement: Agreement, value: number, wanted: number): boolean {
  if (Object.is(value, wanted)) return true;
  if (agreement === 'bitwise') return false;
  if (agreement === 'sign of zero') return value === wanted;
  return Math.abs(value - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted));
}
