import { expect, test } from 'vitest';
import { valueImports } from './imports.ts';
import { generatorLines, sourcesOf } from './lines.ts';
import { textLoader } from './text-loader.ts';

const own = 'in/packages/kernel-own/src';
const kit = 'in/packages/kernel-kit/src';
const texts = {
  [`${own}/kernels/top.wgsl.ts`]: [
    '// Writes the kernel.',
    "import { load } from './top/load.ts';",
    "import type { Shape } from '../shape.ts';",
    "import { type Grid, gridOf } from '../grid.ts';",
    "import { each } from '@kernel-ladder/kernel-kit';",
    "import { wgsl } from '@kernel-ladder/harness';",
    '',
    'export const text = load();',
  ].join('\n'),
  [`${own}/kernels/top/load.ts`]:
    "import {\n  gridOf,\n} from '../../grid.ts';\nexport const load = () => gridOf();\n",
  [`${own}/grid.ts`]: '/** A grid. */\nexport const gridOf = () => 1;\n',
  [`${own}/shape.ts`]: 'export type Shape = number;\n',
  [`${kit}/index.ts`]:
    "export { each, plus } from './text.ts';\nexport { rows } from './rows.ts';\nexport type { Rows } from './rows.ts';\n",
  [`${kit}/text.ts`]: 'export const each = 1;\n',
  [`${kit}/rows.ts`]: 'export const rows = 1;\n',
};
const load = textLoader(texts, { packages: 'in/packages', own: 'kernel-own' });

test('a generator is made of what it imports by value, each file once, and of what it takes from kernel-kit', () => {
  expect(sourcesOf(['top.wgsl.ts'], load)).toEqual([
    'top.wgsl.ts',
    'top/load.ts',
    '../grid.ts',
    '@kernel-ladder/kernel-kit/text.ts',
  ]);
  // 6 lines of its own, 4 of load.ts, one each of the others.
  expect(generatorLines(['top.wgsl.ts', 'top/load.ts'], load)).toBe(12);
});

test('a file that is not among the texts is named with the place where it was looked for', () => {
  expect(() => load('../none.ts')).toThrow('../none.ts: no text at in/packages/kernel-own/src/none.ts');
  expect(load('@kernel-ladder/kernel-kit/text.ts')).toBe(texts[`${kit}/text.ts`]);
});

test.for([
  ["import { a, b as c } from './x.ts';", [{ from: './x.ts', names: ['a', 'b'] }]],
  ["import all, { a } from './x.ts';", [{ from: './x.ts', names: null }]],
  ["import * as x from 'x';", [{ from: 'x', names: null }]],
  ["import './x.ts';", [{ from: './x.ts', names: null }]],
  ["import data from './x.json' with { type: 'json' };", [{ from: './x.json', names: null }]],
  ["export * from './x.ts';", [{ from: './x.ts', names: null }]],
  ["import type { A } from './x.ts';", []],
  ["export type { A } from './x.ts';", []],
  ["import { type A } from './x.ts';", []],
  ["export const from = 'x';\nconst text = `\n  import { a } from './x.ts';`;", []],
] as const)('takes %s as %j', ([text, imports]) => {
  expect(valueImports(text)).toEqual(imports);
});
