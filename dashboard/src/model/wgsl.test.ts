import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { linesOf, textLines } from './wgsl.ts';
import type { Token } from './wgsl.ts';

const kindsIn = (text: string) =>
  linesOf(text).map((line) =>
    line.flatMap(({ kind, text: own }: Token) => (kind === null ? [] : [`${kind} ${own}`])),
  );

test('tells comments, attributes, keywords, types and numbers apart', () => {
  expect(kindsIn('@group(0) @binding(1) var<storage> a: array<vec4f>; // 4 at once')).toEqual([
    [
      'attribute @group',
      'number 0',
      'attribute @binding',
      'number 1',
      'keyword var',
      'type array',
      'type vec4f',
      'comment // 4 at once',
    ],
  ]);
  expect(kindsIn('let x = 0x1Fu + 1.5e-3f - .5 * 0x1.8p3;')).toEqual([
    ['keyword let', 'number 0x1Fu', 'number 1.5e-3f', 'number .5', 'number 0x1.8p3'],
  ]);
  expect(kindsIn('struct letter { vec4: f16, returned: i32 }')).toEqual([
    ['keyword struct', 'type vec4', 'type f16', 'type i32'],
  ]);
});

test('a block comment holds others, goes over lines, and one without an end takes the rest', () => {
  expect(kindsIn('a /* b /* c */\nlet */ let d;\n/* fn\nfn')).toEqual([
    ['comment /* b /* c */'],
    ['comment let */', 'keyword let'],
    ['comment /* fn'],
    ['comment fn'],
  ]);
});

test('every kernel of the repository is made of its tokens again, whatever ends its lines', () => {
  const folder = fileURLToPath(new URL('../../../packages/', import.meta.url));
  const files = globSync('kernel-*/src/**/*.wgsl', { cwd: folder });
  expect(files.length).toBeGreaterThan(50);
  const broken = files.filter((file) => {
    const text = readFileSync(`${folder}${file}`, 'utf8');
    const joined = linesOf(text.replaceAll('\n', '\r\n')).map((line) =>
      line.map((token) => token.text).join(''),
    );
    return joined.join('\n') !== textLines(text).join('\n');
  });
  expect(broken).toEqual([]);
});

test('a text that is too long for colours keeps its lines', () => {
  const text = `let a = 1;\n${'// long\n'.repeat(40_000)}`;
  const lines = linesOf(text);
  expect([lines.length, lines[0]]).toEqual([40_001, [{ kind: null, text: 'let a = 1;' }]]);
});
