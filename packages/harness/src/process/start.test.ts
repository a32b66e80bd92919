// What a family's process loads before it answers: a suite starts hundreds of them, and each module takes its time.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

function loadedBy(entry: string): readonly string[] {
  const program = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
await import(${JSON.stringify(new URL(entry, import.meta.url).href)});`;
  const argv = ['--input-type=module', '--eval', program];
  return execFileSync(process.execPath, argv, { encoding: 'utf8' }).split('\n');
}

test('a family’s process loads neither validators nor the emulator', () => {
  const loaded = loadedBy('../node.ts');
  expect(loaded).toContainEqual(expect.stringContaining('/harness/src/process/verbs.ts'));
  expect(loaded.filter((url) => /\/ajv\/|\/harness\/src\/(?:emulator|mutants)\//.test(url))).toEqual([]);
});

test('one that lists itself loads neither the driver nor what checks and times', () => {
  const loaded = loadedBy('bench.ts');
  expect(loaded).toContainEqual(expect.stringContaining('/harness/src/process/list.ts'));
  expect(loaded.filter((url) => /\/webgpu\/|\/ajv\/|\/harness\/src\/(?:check|measure)\//.test(url))).toEqual(
    [],
  );
});
