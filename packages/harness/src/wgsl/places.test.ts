import { expect, test } from 'vitest';
import { GpuFault } from '@kernel-ladder/gpu';
import { generated, mutate, shaderText, wgsl } from '../index.ts';
import { inSource, placesOf } from './places.ts';

const files: { readonly [name: string]: string } = {
  'main.wgsl': '// first\n#import fold.wgsl\nconst N = 64u;\n#import add.wgsl\n\nfn main() {}\n',
  'fold.wgsl': '#import add.wgsl\nfn fold() {}\n\n',
  'add.wgsl': 'fn add() {}\nfn sub() {}\n',
};
const load = (file: string) => files[file] ?? '';
const kernel = wgsl('main.wgsl', { N: 128 }, ['f16', 'subgroups']);

test('every line of the final text is the one that stands at its place', () => {
  const lines = shaderText(kernel, load).split('\n');
  const places = placesOf(kernel, load)!;
  expect(places).toHaveLength(lines.length);
  const written = places.map((place) => (place ? load(place.file).split('\n')[place.line - 1] : 'enable'));
  const differing = lines.filter((line, index) => line !== written[index]);
  // What is set, and an import of what stands there already.
  expect(differing).toEqual(['enable f16;', 'enable subgroups;', 'const N = 128u;', '']);
  expect(places[2 + lines.slice(2).indexOf('fn sub() {}')]).toEqual({ file: 'add.wgsl', line: 2 });
});

test('the compiler is quoted with file and line, as long as there is one', () => {
  const fault = new GpuFault('invalid-wgsl', 'as it was', { line: 4, column: 3, text: 'no' });
  expect(inSource(fault, kernel, load)).toMatchObject({ code: 'invalid-wgsl', message: 'add.wgsl:1:3: no' });
  expect(inSource(fault, generated('g.wgsl.ts', ''), load)).toBe(fault);
  expect(inSource(fault, mutate(kernel, 'fn', 'fm'), load)).toBe(fault);
  const directive = new GpuFault('invalid-wgsl', 'as it was', { line: 1, column: 3, text: 'no' });
  expect(inSource(directive, kernel, load)).toBe(directive);
});
