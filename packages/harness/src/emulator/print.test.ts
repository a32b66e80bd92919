// What is printed reads as what was parsed.
import { expect, test } from 'vitest';
import { parse } from './syntax/parse.ts';
import { print, printExpression } from './syntax/print.ts';

const text = `
alias Value = f32;
struct Seen {
  @align(16) kind: u32,
  value: array<vec4<f32>, 2 * 4>,
}
const MOST = 0x1p4f;
@group(0) @binding(0) var<storage, read> values: array<Value>;
var<workgroup> tile: array<atomic<u32>, 64>;

fn change(at: ptr<function, u32>, by: i32) -> i32 {
  *at = 3u;
  (*at) += 1u;
  switch (by) {
    case -1, 2: { return -by; }
    case 3, default: { return by >> 1u; }
  }
}

@compute @workgroup_size(64, 1)
fn main(@builtin(local_invocation_index) thread: u32) {
  var left = thread;
  for (var step = 0u; step < 4u; step++) { left -= step; if (left == 2u) { continue; } else if (left > 9u) { break; } else { return; } }
  while (left > 1u) { left >>= 1u; }
  loop { left++; continuing { left *= 2u; break if left > 9u; } }
  loop { if (left % 2u == 0u || !(left < 3u)) { break; } }
  for (;;) { break; }
  _ = change(&left, i32(-(values[left & 3u] * (1.0 + 2.0)) / 3.0));
  atomicAdd(&tile[thread], bitcast<u32>(vec2<f32>(1, 2).yx.x));
}
`;

test('a tree is printed as a text that reads as the same tree', () => {
  const printed = print(parse(text));
  expect(withoutLines(parse(printed))).toEqual(withoutLines(parse(text)));
  expect(print(parse(printed))).toBe(printed);
});

test('no order of operators is left to be known', () => {
  const [constant] = parse('const x = a - b * (c - d) << 2u;');
  const value = constant?.kind === 'declaration' ? constant.value : null;
  expect(value && printExpression(value)).toBe('((a - (b * (c - d))) << 2u)');
});

function withoutLines(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value: unknown) =>
      key === 'line' ? undefined : value instanceof Map ? [...value] : value,
    ),
  );
}
