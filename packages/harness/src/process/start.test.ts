// What a family's process loads before it answers: a suite starts hundreds of them, and each module takes its time.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const entry = new URL('../node.ts', import.meta.url).href;
const program = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
await import(${JSON.stringify(entry)});`;

test('a family’s process loads neither validators nor the emulator', () => {
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(loaded).toContain('/harness/src/process/verbs.ts');
  expect(
    loaded.split('\n').filter((url) => /\/ajv\/|\/harness\/src\/(?:emulator|mutants)\//.test(url)),
  ).toEqual([]);
});
