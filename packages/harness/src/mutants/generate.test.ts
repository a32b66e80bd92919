import { expect, test } from 'vitest';
import { mutantsOf } from './generate.ts';
import { capLoops } from './loops.ts';
import { tokensOf } from './tokens.ts';

const inMain = (...lines: readonly string[]) =>
  `fn main() {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

/** What becomes of one line of a function. */
const become = (line: string, operator?: string) =>
  mutantsOf(inMain(line))
    .filter((mutant) => operator === undefined || mutant.operator === operator)
    .map(({ after }) => after);

test.for([
  ['arithmetic', 'x = a + b;', ['x = a - b;']],
  ['relation', 'x = a < b;', ['x = a <= b;', 'x = a >= b;']],
  ['logic', 'x = a && b;', ['x = a || b;']],
  ['bits', 'x = a << b;', ['x = a >> b;']],
  ['constant', 'x = 4u;', ['x = 5u;', 'x = 3u;']],
  ['constant', 'x = 0;', ['x = 1;']],
  ['constant', 'x = 0xffffffffu;', ['x = 4294967294u;']],
  ['constant', 'x = 1.5;', ['x = (1.5 + 1);']],
  ['condition', 'if (i < n) { x = y; }', ['if (true) { x = y; }', 'if (false) { x = y; }']],
  ['barrier', 'workgroupBarrier();', ['']],
  ['statement', 'x += y;', ['']],
  ['statement', 'if (c) { return; }', ['if (c) {  }']],
  [
    'flow',
    'loop { if (c) { break; } }',
    ['loop { if (c) { continue; } }', 'loop { if (c) { break; } break; }'],
  ],
  ['component', 'x = id.x;', ['x = id.y;']],
  ['index', 'x = tile[a & b];', ['x = tile[(a & b) + 1];']],
  ['builtin', 'x = min(a, b);', ['x = max(a, b);']],
  ['select', 'x = select(f(a, b), c, d);', ['x = select(c, f(a, b), d);']],
  ['subgroup', 'x = subgroupAdd(a);', ['x = subgroupMax(a);']],
  ['subgroup', 'x = subgroupBroadcastFirst(a);', ['x = (a);']],
  ['atomic', 'atomicMax(&m, a);', ['atomicMin(&m, a);']],
  ['sign', 'x = -a;', ['x = a;']],
  ['initial', 'var x = f(a);', ['var x = (f(a)) + 1;']],
] as const)('%s: %s', ([operator, line, expected]) => {
  expect(become(line, operator)).toEqual(expected);
});

test('types, declarations and what is pointed at are left alone', () => {
  expect(become('let x = bitcast<vec4<u32>>(a);')).toEqual([]);
  expect(become('var x: array<vec4<f32>, 4>;')).toEqual([]);
  expect(become('f(&a, *b);', 'bits')).toEqual([]);
  expect(become('f(&a, *b);', 'arithmetic')).toEqual([]);
  expect(become('let x = vec2<f32>(a) * b;')).toEqual(['let x = vec2<f32>(a) + b;']);
});

test('outside of functions only the constants of a launch change, not the size of a workgroup', () => {
  const text =
    'const N = 8u;\nconst W = 4u;\n@compute @workgroup_size(W)\nfn main(@builtin(local_invocation_index) i: u32) {}\n';
  expect(mutantsOf(text).map(({ after }) => after)).toEqual(['const N = 9u;', 'const N = 7u;']);
});

test('a mutant has its line, its text, and the rest as it was', () => {
  const [mutant] = mutantsOf(inMain('// a + b', 'x = a; // + b', 'y = a + b;')).filter(
    ({ operator }) => operator === 'arithmetic',
  );
  expect(mutant).toMatchObject({ line: 4, before: 'y = a + b;', after: 'y = a - b;' });
  expect(mutant?.text).toBe(inMain('// a + b', 'x = a; // + b', 'y = a - b;'));
});

test('the same place has the same key in a text with other numbers, and every mutant its own', () => {
  const [small, large] = [
    mutantsOf(inMain('x = 0u + 1u;', 'x = 7u + 1u;')),
    mutantsOf(inMain('x = 8u + 1u;', 'x = 9u + 1u;')),
  ];
  const keys = small.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(large.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
});

test('comments, numbers and nested types are read as tokens', () => {
  const words = tokensOf('a /* b */ = array<vec2<u32>>(0x1p4f, 1e-3, .5h) >> 2u; // c').map(
    ({ text }) => text,
  );
  expect(words.join(' ')).toBe('a = array < vec2 < u32 > > ( 0x1p4f , 1e-3 , .5h ) >> 2u ;');
});

test('every loop ends by a counter of its own, on the lines that it had', () => {
  const text = inMain(
    'for (var i = 0u; i < n; i++) {',
    'while (c) { f(); }',
    '}',
    'loop { if (c) { break; } }',
  );
  const ended = capLoops(text, 9);
  expect(ended.split('\n')).toHaveLength(text.split('\n').length);
  expect(ended.match(/if \(trips_\d_ >= 9u\) \{ break; \} trips_\d_\+\+;/g)).toHaveLength(3);
  expect(ended).toContain('var trips_1_ = 0u; while (c) { if (trips_1_ >= 9u)');
});

test('a loop that only a return ends is left as it is: the function would have no value', () => {
  const text = inMain('loop { if (c) { return; } }');
  expect(capLoops(text, 9)).toBe(text);
});
