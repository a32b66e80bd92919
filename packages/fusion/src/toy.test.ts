import { emulatedDevice, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { compile } from './compile/index.ts';
import { max } from './expression.ts';
import type { Expression } from './graph/expression.ts';
import { emulateProgram } from './testing/emulated.ts';
import { print } from './text/print.ts';
import { interpretToy, lowerToy, parseToy, toyOperations } from './toy/index.ts';
import type { ToyOperation } from './toy/index.ts';

// The program of the tutorial's second chapter, and a product.
const source = `# Of whatever shape its operands are.
def multiply_transpose(a, b) {
  return transpose(a) * transpose(b);
}

def main() {
  var a = [[1, 2, 3], [4, 5, 6]];
  var b<2, 3> = [1, 2, 3, 4, 5, 6.5];
  var c = multiply_transpose(a, b);
  print(c);
  print(matmul(multiply_transpose(b, a), a) + [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
}
`;

const run = (text: string, operations = toyOperations) => {
  const program = compile(lowerToy(text, operations), emulatedDevice(32));
  const { outputs, hazards } = emulateProgram(program, {}, 32);
  expect(hazards).toEqual([]);
  return { program, outputs: outputs.map((values) => Array.from(values)) };
};

test('parses, infers shapes, inlines and lowers to WGSL', async () => {
  expect([...parseToy(source).keys()]).toEqual(['multiply_transpose', 'main']);
  const text = print(lowerToy(source));
  // Called twice, the function stands there twice, and its shapes are those of its operands.
  expect(text.match(/transpose /g)).toHaveLength(4);
  expect(text).toMatch(/%\d+ = mul %\d+, %\d+ : f32\[3,2\]/);
  expect(text).toMatch(/return %\d+, %\d+\n$/);
  const { passes } = run(source).program.plan;
  expect(passes.length).toBeGreaterThan(0);
  for (const { wgsl } of passes) expect(await validateWgsl('text' in wgsl ? wgsl.text : '')).toEqual([]);
});

test('an added operation needs its verifier and its lowering alone', () => {
  const larger: ToyOperation = {
    verify: ([x, y]) => (x && x.join() === y?.join() ? x : 'takes two alike'),
    lower: (x: Expression, y: Expression) => max(x, y),
  };
  const more = source.replace('var c = multiply', 'var d = larger(a, b);\n  print(d);\n  var c = multiply');
  expect(() => lowerToy(more)).toThrow('line 9: there is no function or operation larger');
  const operations = { ...toyOperations, larger };
  expect(run(more, operations).outputs).toEqual(interpretToy(more, operations));
  expect(run(more, operations).outputs[0]).toEqual([1, 2, 3, 4, 5, 6.5]);
  expect(() => lowerToy(more.replace('larger(a, b)', 'larger(a, transpose(b))'), operations)).toThrow(
    'line 9: larger takes two alike, not <2, 3> and <3, 2>',
  );
});

test('runs what the interpreter says', () => {
  expect(interpretToy(source)[0]).toEqual([1, 16, 4, 25, 9, 39]);
  expect(run(source).outputs).toEqual(interpretToy(source));
});

test.for([
  ['def main() { print(a); }', 'line 1: there is no variable a'],
  ['def main() {\n  print([[1, 2], [3]]);\n}', 'line 2: the rows of a tensor have one length'],
  ['def main() {\n  var a<3> = [1, 2];\n}', 'line 2: <2> has 2 elements, <3> 3'],
  ['def main() {\n  print([1, 2] + [1]);\n}', 'line 2: add takes two tensors of one shape, not <2> and <1>'],
  ['def f(a) { return f(a); }\ndef main() { print(f(1)); }', 'line 1: f calls itself'],
  ['def f(a) { return a; }\ndef main() { print(f()); }', 'line 2: f takes 1 operands, not 0'],
  ['def f() { print(1); }\ndef main() { print(f()); }', 'line 2: f returns nothing'],
  ['def main() { print(1) }', 'line 1: ";" should stand before "}"'],
  ['def f() { return 1; }', 'line 1: there is no function main()'],
] as const)('refuses %s', ([text, says]) => {
  expect(() => lowerToy(text)).toThrow(says);
});
