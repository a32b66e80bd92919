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
  ['initial', 'var x = vec4f();', ['var x = (vec4f()) + 1;']],
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
    'const N = 8u;\nconst W = 4u;\n@compute @workgroup_size(W)\nfn main(@builtin(local_invocation_index) i: u32) { f(N); }\n';
  const constants = mutantsOf(text).filter(({ operator }) => operator === 'constant');
  expect(constants.map(({ after }) => after)).toEqual(['const N = 9u;', 'const N = 7u;']);
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

test.for([
  ['a huge number', 'var most = -0x1.fffffep+127f;'],
  ['a vector of one', 'var most = vec4f(-1e30);'],
  ['a half beyond all halves', 'x = 65504h;'],
] as const)('one more than %s is the same, and no mistake', ([, line]) => {
  expect(become(line, 'initial')).toEqual([]);
  expect(become(line, 'constant')).toEqual([]);
});

test('a variable that begins with a constant of the text is no mutant where that is huge', () => {
  const text = `const LOWEST = -1e30;\nconst LEAD = 4.0;\n${inMain('var a = vec4f(LOWEST);', 'var b = vec4f(LEAD);')}`;
  const initials = mutantsOf(text).filter(({ operator }) => operator === 'initial');
  expect(initials.map(({ before }) => before)).toEqual(['var b = vec4f(LEAD);']);
});

function flow(most: number) {
  const text = inMain(`for (var i = 0u; i < ${most}u; i++) {`, 'if (c) {', 'f();', '}', '}');
  return mutantsOf(text).filter(({ operator }) => operator === 'flow');
}

test('a loop that ends early is known by its head, and one of a single trip has nothing to end', () => {
  const before = 'for (var i = 0u; i < 2u; i++) {';
  expect(flow(2)).toMatchObject([{ line: 2, before, after: `${before} … break; }` }]);
  expect(flow(2)[0]?.text).toContain('}\n  break; }');
  expect(flow(2)[0]?.key).toBe(flow(3)[0]?.key);
  expect(flow(1)).toEqual([]);
});

const bent = (bend: number) => `const BEND = ${bend}u;
const IS_TURNED = false;
fn one() { a += x; }
fn two() { a += x; }
fn main() {
  if (BEND == 1u) { one(); } else if (BEND == 2u) { two(); } else { b += x; }
  if (IS_TURNED) { c += x; } else { d += x; }
  if (!IS_TURNED) { e += x; } else { f += x; }
}
`;

/** The mutants of its `+=`. */
const subtractions = (bend: number) =>
  mutantsOf(bent(bend)).flatMap(({ line, key, text }) => {
    const [changed] = /\w -= x/.exec(text) ?? [];
    return changed === undefined ? [] : [{ line, key, changed }];
  });

test('what the constants of a text rule out has no mutants, and keeps the names of the others', () => {
  const [none, one, two] = [0, 1, 2].map((bend) => subtractions(bend));
  expect(none?.map(({ changed }) => changed)).toEqual(['b -= x', 'd -= x', 'e -= x']);
  expect(one?.map(({ changed }) => changed)).toEqual(['a -= x', 'd -= x', 'e -= x']);
  expect(two?.map(({ line }) => line)).toEqual([4, 7, 8]);
  expect(none?.at(-1)?.key).toBe(two?.at(-1)?.key);
});

test.for([
  [0, ['if (BEND != 1u)', 'if (BEND == 0u)', 'if (true)']],
  [1, ['if (BEND != 1u)', 'if (BEND == 2u)', 'if (BEND == 0u)', 'if (false)']],
] as const)('with BEND = %i a condition has the mutants that decide it otherwise', ([bend, expected]) => {
  const text = `const BEND = ${bend}u;\n${inMain('if (BEND == 1u) { x = y; }')}`;
  const mutants = mutantsOf(text).filter(({ line, operator }) => line === 3 && operator !== 'statement');
  expect(mutants.map(({ after }) => after.replace(/ \{.*/, ''))).toEqual(expected);
});

test.for([
  ['x = a + 0u;', []],
  ['x = a - 0;', []],
  ['x = a + 0u * b;', ['x = a + 0u + b;']],
  ['x = a / 1u;', []],
  ['x = a * 1u;', ['x = a + 1u;']],
  ['x = 0u + a;', ['x = 0u - a;']],
] as const)('%s has no mutant that adds, takes away or divides by nothing', ([line, expected]) => {
  expect(become(line, 'arithmetic')).toEqual(expected);
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
