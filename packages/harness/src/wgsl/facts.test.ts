import { expect, test } from 'vitest';
import { evaluate } from './expression.ts';
import { readFacts } from '../index.ts';
import { writableBindings } from './facts.ts';

const shader = (size: string, ...shared: readonly string[]) => `
const N = 64u;
const TILE: u32 = N / 2u;
alias Value = f16;
${shared.map((type, index) => `var<workgroup> w${index}: ${type};`).join('\n')}
// var<workgroup> old: array<f32, 4096>;
@compute @workgroup_size(${size})
fn main(@builtin(local_invocation_index) thread: u32) {}`;

test.for([
  ['64', 64],
  ['N', 64],
  ['TILE, 4', 128],
  ['8, 8, 2', 128],
  ['(N + 64u) * 2u', 256],
  ['0x40', 64],
] as const)('a workgroup of (%s) has %d invocations', ([size, invocations]) => {
  expect(readFacts(shader(size)).workgroupSize).toBe(invocations);
});

test.for([
  ['f32', 4],
  ['array<f32, N>', 256],
  ['array<array<Value, TILE>, 2>', 128],
  ['array<vec4<f32>, 4>', 64],
  ['array<vec2<f16>, 4>', 16],
  ['vec4h', 8],
  ['array<vec3f, 2>', 32],
  ['atomic<u32>', 4],
  ['array<f32, TILE * (TILE + 1u)>', 4224],
] as const)('var<workgroup> %s takes %d bytes', ([type, bytes]) => {
  expect(readFacts(shader('64', type)).sharedBytes).toBe(bytes);
});

test('adds up all workgroup variables and none that is a comment', () => {
  expect(readFacts(shader('1', 'array<u32, 8>', 'atomic<i32>')).sharedBytes).toBe(36);
});

test('refuses a type whose size it does not know', () => {
  expect(() => readFacts(shader('1', 'Struct'))).toThrow('no size known for the workgroup type "Struct"');
});

const scope = new Map([
  ['N', '64u'],
  ['M', 'N - 4u * 2u'],
]);

test.for([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['M / 5u', 11],
  ['10 - 2 - 3', 5],
  ['N % 48u', 16],
  ['0xFFu', 255],
] as const)('%s is %d', ([expression, value]) => {
  expect(evaluate(expression, scope)).toBe(value);
});

test.for(['4 << 2', '1.5', 'K', '', '(1', '2 3', 'max(1, 2)'])(
  'refuses "%s" instead of reading half of it',
  (expression) => {
    expect(() => evaluate(expression, scope)).toThrow(`"${expression}"`);
  },
);

test('says which bindings a shader may write, however they are declared', () => {
  const text = `
const PLACE = 3u;
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>; // @binding(7) var<storage, read_write> none
@binding( 2 ) @group(0)
var < storage , read_write > state: array<atomic<u32>>;
@group(0) @binding(PLACE) var<storage,read_write> more: array<u32>;
/* @group(0) @binding(9) var<storage, read_write> old: array<u32>; */`;
  expect(writableBindings(text)).toEqual([1, 2, 3]);
});
