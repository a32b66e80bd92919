import { expect, test } from 'vitest';
import { generated, linesOfCode, mutate, shaderText, specialise, wgsl } from '../index.ts';

const text = `// const N = 1u; in a comment is none
const N = 64u;
const WIDTH: u32 = 8u;
const SCALE = 1.5f;
const HALF = 2h;
const MASK = 0xffu;
const WORD = 0x1f;
alias Value = f32;

fn main() {
  const M = 4u;
}
`;

test.for([
  { name: 'N', value: 128, line: 'const N = 128u;' },
  { name: 'WIDTH', value: 16, line: 'const WIDTH: u32 = 16u;' },
  { name: 'SCALE', value: 0.25, line: 'const SCALE = 0.25f;' },
  { name: 'HALF', value: 3, line: 'const HALF = 3h;' },
  { name: 'MASK', value: 7, line: 'const MASK = 7u;' },
  { name: 'WORD', value: 7, line: 'const WORD = 7;' },
  { name: 'Value', value: 'f16', line: 'alias Value = f16;' },
  { name: 'SCALE', value: '0x1.8p+1f', line: 'const SCALE = 0x1.8p+1f;' },
])('replaces exactly the line $line', ({ name, value, line }) => {
  const before = text.split('\n');
  const after = specialise('k.wgsl', text, { [name]: value }).split('\n');
  expect(after.filter((other, index) => other !== before[index])).toEqual([line]);
});

test.for(['MISSING', 'M', 'value'])('refuses %s, which is no top-level constant', (name) => {
  expect(() => specialise('k.wgsl', text, { [name]: 1 })).toThrow(
    `k.wgsl: no single "const ${name} = …;" to replace`,
  );
});

test('refuses a name that is declared twice', () => {
  expect(() => specialise('k.wgsl', `${text}const N = 1u;\n`, { N: 2 })).toThrow('no single "const N');
});

test('puts extensions in front of a file', () => {
  const source = wgsl('k.wgsl', { N: 2 }, ['f16', 'subgroups']);
  expect(shaderText(source, () => 'const N = 1u;\n')).toBe('enable f16;\nenable subgroups;\nconst N = 2u;\n');
});

test('takes generated text as it is', () => {
  expect(shaderText(generated('k.wgsl.ts', 'fn main() {}'), () => 'never read')).toBe('fn main() {}');
});

test('counts neither blanks nor comments as code', () => {
  expect(linesOfCode('// why\n\nconst N = 1u; // kept\n/* a\n * b\n */\nfn main() {}\n')).toBe(2);
});

const files: { readonly [file: string]: string } = {
  'rung.wgsl': 'const N = 1u;\n#import fold.wgsl\n#import @scope/kit/rows.wgsl\nfn main() {}\n',
  'fold.wgsl': '#import @scope/kit/rows.wgsl\nfn fold() { return N; }\n',
  '@scope/kit/rows.wgsl': 'fn rows() {}\n',
  'one.wgsl': '#import two.wgsl\n',
  'two.wgsl': '#import one.wgsl\n',
};
const loadImport = (file: string) => files[file] ?? 'none';

test('an import stands where it was wanted first, and takes the constants of the kernel', () => {
  const final = shaderText(wgsl('rung.wgsl', { N: 7 }), loadImport);
  expect(final).toBe('const N = 7u;\nfn rows() {}\nfn fold() { return N; }\n\nfn main() {}\n');
});

test('names the circle of imports', () => {
  expect(() => shaderText(wgsl('one.wgsl', {}), loadImport)).toThrow(
    'one.wgsl imports two.wgsl imports one.wgsl: a circle',
  );
});

test('a mutation changes the one place of the final text that it names', () => {
  const spoilt = mutate(wgsl('rung.wgsl', { N: 7 }), 'const N = 7u', 'const N = 8u');
  expect(shaderText(spoilt, loadImport)).toContain('const N = 8u;');
  expect(shaderText(mutate(generated('g.wgsl.ts', 'a b'), 'b', 'c'), loadImport)).toBe('a c');
});

test.for([
  ['is not there', 'absent', 0],
  ['is there twice', 'fn ', 3],
] as const)('refuses a mutation whose text %s', ([, find, times]) => {
  const spoilt = mutate(wgsl('rung.wgsl', {}), find, '');
  expect(() => shaderText(spoilt, loadImport)).toThrow(
    `rung.wgsl: "${find}" stands there ${times} times, an edit needs it once`,
  );
});
