import { expect, test } from 'vitest';
import { visible } from './border.ts';

test.for<readonly [text: string, shown: string]>([
  ['\u001B[31mred\u001B[0m', String.raw`\u001b[31mred\u001b[0m`],
  ['\u001B]0;title\u0007', String.raw`\u001b]0;title\u0007`],
  ['a\u0000b\u007Fc\u009B2Kd', String.raw`a\u0000b\u007fc\u009b2Kd`],
  ['100 %\rall passed', String.raw`100 %\u000dall passed`],
  ['\u202Egnp.\u2066x\u200B\uFEFF', String.raw`\u202egnp.\u2066x\u200b\ufeff`],
  ['one\u2028two\u0085three', String.raw`one\u2028two\u0085three`],
  ['tag \u{E0041}', String.raw`tag \udb40\udc41`],
  ['half \uD800', String.raw`half \ud800`],
  ['::error::x\n  ::stop-commands::y', '\\u003a:error::x\n  \\u003a:stop-commands::y'],
  ['log ##[set-env name=A]b', String.raw`log #\u0023[set-env name=A]b`],
])('writes %j out', ([text, shown]) => {
  expect(visible(text)).toBe(shown);
});

test('leaves what is no control alone', () => {
  const text = '## Title\n\ttab, µs, ▕█░▏ ✗ → 3 × 2, std::min, "a":: b\r\nkernel 🚀\n';
  expect(visible(text)).toBe(text);
});

test('JSON keeps its meaning', () => {
  const value = { a: '\u001B[2K\u007F\u009B\u202E\\\u007F', b: ['::error::', '##[x]'], '::c': '\u{E0041}' };
  for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
    expect(JSON.parse(visible(text))).toEqual(value);
    expect(visible(text)).not.toMatch(/[\u007F-\u009F\u202E]|##\[/);
  }
});
