import { expect, test } from 'vitest';
import { generated, linesOfCode, shaderText, specialise, wgsl } from './index.ts';

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
