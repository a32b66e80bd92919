// What the README shows is what the code does.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { matmul } from './arrays.ts';
import { differentiate } from './differentiate.ts';
import { add, input } from './expression.ts';
import { graphOf } from './graph/build.ts';
import { crossEntropy, softmax } from './layers.ts';
import { operators } from './operators/table.ts';
import { optimise, rules } from './passes/all.ts';
import { declined } from './passes/declined.ts';
import { print } from './text/print.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
// The cells of every row, without what pads them.
const rows = readme.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
const logits = add(matmul(input('x', 'f32', [8, 4]), input('w', 'f32', [4, 3])), input('bias', 'f32', [3]));

test('has a row for every operator, rewrite and tempting one', () => {
  const wanted = [
    ...operators.map(({ name, summary }) => [`\`${name}\``, summary]),
    ...rules.map(({ name, agreement, why }) => [name, agreement, why]),
    ...declined.map(({ name, why }) => [name, why]),
  ];
  expect(wanted.filter((cells) => !isThere(cells))).toEqual([]);
});

test('shows the text of the program, before and after', () => {
  const graph = graphOf([softmax(logits)]);
  expect(readme).toContain(print(graph));
  expect(readme).toContain(print(optimise(graph)));
});

test('counts the nodes of its example', () => {
  const graph = graphOf([crossEntropy(logits, input('labels', 'i32', [8]))]);
  const slopes = differentiate(graph, graph.outputs[0] ?? 0, [1, 2]);
  const [forward, both, better] = [graph, slopes, optimise(slopes)].map(({ nodes }) => nodes.length);
  expect(readme).toContain(`${forward} nodes become ${both}`);
  expect(readme).toContain(`The ${both} nodes become ${better}`);
});

function isThere(cells: readonly string[]): boolean {
  return rows.some((row) => cells.every((cell) => row.includes(cell)));
}
