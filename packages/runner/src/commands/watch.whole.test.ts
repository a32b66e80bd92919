// A watch as its user has it: real saves of a real family, checked and timed on the software adapter.
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench, createWorkspace, fixtures } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';

const packages = fileURLToPath(new URL('../../..', import.meta.url));
const { root, remove } = createWorkspace({ packages: 'own' });
afterAll(remove);
const source = join(root, 'packages', 'kernel-template', 'src');
const kernel = (name: string) => join(source, 'kernels', name);
const edit = (path: string, find: string, replace: string) => {
  const text = readFileSync(path, 'utf8');
  expect(text.split(find)).toHaveLength(2);
  writeFileSync(path, text.replace(find, replace));
};

const shared = '// Scales and shifts.\nfn moved(value: f32) -> f32 {\n  return A * value + B;\n}\n';
const saves: readonly (() => void)[] = [
  () => edit(kernel('four.wgsl'), 'let first =', 'let first: u32 ='),
  () => edit(kernel('shared.wgsl'), 'A * value', 'A * valu'),
  () => edit(kernel('shared.wgsl'), 'A * valu', 'A + value'),
  () => edit(kernel('shared.wgsl'), 'A + value', 'A * value'),
  // As editors do that never leave half a file behind.
  () => {
    cpSync(join(source, 'plans.ts'), join(source, 'plans.new'));
    edit(join(source, 'plans.new'), 'const workgroup = 256;', 'const workgroup = 256; // threads');
    renameSync(join(source, 'plans.new'), join(source, 'plans.ts'));
  },
];

let ended: Outcome;
/** What was said after each save. */
let answers: readonly string[];
beforeAll(async () => {
  mkdirSync(join(root, 'packages', 'kernel-kit', 'src'), { recursive: true });
  cpSync(join(packages, 'kernel-kit', 'template'), join(root, 'packages', 'kernel-template'), {
    recursive: true,
  });
  symlinkSync(join(packages, 'kernel-norm', 'node_modules'), join(root, 'node_modules'));
  writeFileSync(kernel('shared.wgsl'), shared);
  edit(kernel('naive.wgsl'), '@compute', '#import shared.wgsl\n\n@compute');
  edit(kernel('naive.wgsl'), 'A * x[index] + B', 'moved(x[index])');
  let done = 0;
  ended = await bench(root, ['watch', '--software', 'template'], {
    listen: (text, interrupt) => {
      if (!/^watching;|^\d+\.\d s\n/m.test(text)) return;
      const save = saves[done++];
      if (save) save();
      else interrupt();
    },
  });
  answers = ended.err.split(/^(?:watching;.*|\d+\.\d s)\n/m);
});

test('begins with one case of each rung, and Ctrl-C ends it with 0', () => {
  expect(ended.code).toBe(0);
  expect(answers).toHaveLength(saves.length + 2);
  expect(answers[0]).toMatch(
    /^SwiftShader .*times are the emulator’s.*\n✓ template\/naive\/n=1000,f32 .*\n✓ template\/four\/n=1000,f32 .*\n$/,
  );
});

test('a saved kernel is answered by the rung that runs it alone: before, after, effect with its interval, verdict', () => {
  expect(answers[1]).toMatch(
    /^\npackages\/kernel-template\/src\/kernels\/four\.wgsl\n✓ template\/four\/n=1000,f32 {2}\S+ \S+ → \S+ \S+ {2}\S+ % \(.+ % … .+ %\) {2}UNDECIDED: software-adapter.*\n$/,
  );
});

test('an error of an imported file is shown in that file, with the column marked', () => {
  expect(answers[2]).toBe(`
packages/kernel-template/src/kernels/shared.wgsl
✗ template/naive/n=1000,f32  invalid-wgsl: shared.wgsl:3:14: unresolved value 'valu'
  1 │ // Scales and shifts.
  2 │ fn moved(value: f32) -> f32 {
  3 │   return A * valu + B;
    │              ^
  4 │ }
  5 │
`);
});

test('a wrong answer is named, and mended against what passed last', () => {
  expect(answers[3]).toMatch(/✗ template\/naive\/n=1000,f32 {2}wrong-result: y\[\d+\] is .*\n$/);
  expect(answers[4]).toMatch(/✓ template\/naive\/n=1000,f32 .* → .*, the same kernel\n$/);
});

test('saved TypeScript is answered by all rungs of its family, also when it is saved by a rename', () => {
  expect(answers[5]).toMatch(/src\/plans\.ts\n✓ template\/naive.*\n✓ template\/four.*\n$/);
});

test.for([
  { argv: ['watch'], says: 'watch takes ids: bench watch reduce/subgroup' },
  { argv: ['watch', '--software', 'faults/needs-f16'], says: 'nothing to run here: feature:shader-f16' },
  { argv: ['watch', '--software', 'faults/wrong-name'], says: 'unknown rung "faults/wrong-name"' },
])('refuses $argv', async ({ argv, says }) => {
  const { code, err } = await bench(fixtures, argv);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
});
