import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkspace, sampleResult, sampleRun } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const [summaryFile, outputFile] = [join(root, 'summary.md'), join(root, 'output.txt')];
const entry = fileURLToPath(new URL('../../fixtures/main.ts', import.meta.url));

// @actions/core reads the environment of its own process, so that these runs have one.
async function start(argv: readonly string[], env: { readonly [name: string]: string }) {
  const child = spawn(process.execPath, [entry, ...argv], {
    cwd: root,
    env: { ...process.env, BENCH_ROOT: root, ...env },
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

function readOutputs(): { readonly [name: string]: string } {
  const blocks = readFileSync(outputFile, 'utf8').matchAll(/^(.+)<<(.+)\n(.*)\n\2$/gm);
  return Object.fromEntries([...blocks].map(([, name = '', , value = '']) => [name, value]));
}

describe('a step of GitHub Actions', () => {
  let out: string;
  let code: number | null;
  beforeAll(async () => {
    // The runner makes both files before the step; nothing may be lost that another step wrote.
    writeFileSync(summaryFile, 'before\n');
    writeFileSync(outputFile, '');
    const select = ['--select', 'faults/{right,invalid-wgsl,needs-f16}/n=64,f32'];
    const env = { GITHUB_STEP_SUMMARY: summaryFile, GITHUB_OUTPUT: outputFile };
    const ended = await start(
      ['--github', '--software', '--suite', 'faults', '--out', 'run.json', ...select],
      env,
    );
    ({ out, code } = ended);
  });

  test('fails as the run does', () => {
    expect(code).toBe(1);
  });

  test('gets a summary with a table a family', () => {
    const summary = readFileSync(summaryFile, 'utf8');
    expect(summary).toMatch(/^before\n<h2>Kernel Ladder: 1 passed, 1 failed, 1 skipped<\/h2>/);
    expect(summary).toMatch(/<tr><td>n=64,f32<\/td><td>right<\/td><td>right[^<]*<\/td><td>[\d.]+ µs<\/td>/);
    expect(summary).toContain('<tr><td>n=64,f32</td><td>invalid-wgsl</td><td>failed</td>');
  });

  test('gets texts as text, never as markup', () => {
    const summary = readFileSync(summaryFile, 'utf8');
    expect(summary).toContain('<h3>Faults &lt;on purpose&gt; &amp; in order</h3>');
    expect(summary).toContain('suite faults &lt;b&gt;.');
  });

  test('gets an annotation for each failure, its commas and line ends escaped', () => {
    const lines = out.split('\n').filter((line) => line.startsWith('::error'));
    expect(lines).toEqual([
      `::error title=faults/invalid-wgsl/n=64%2Cf32::invalid-wgsl: invalid.wgsl:9:19: unresolved value 'twice'`,
    ]);
  });

  test('gets outputs for the steps behind it', () => {
    expect(readOutputs()).toEqual({
      'run-file': join(root, 'run.json'),
      'machine-key': expect.stringMatching(/^swiftshader-.*-[0-9a-f]{8}$/),
      software: 'true',
      passed: '1',
      failed: '1',
      skipped: '1',
      // A software adapter's times are nobody's history.
      suspects: '0',
      'suspect-base': '',
      withheld: '',
    });
  });
});

test('a comparison annotates what got slower, and passes its counts on', async () => {
  writeFileSync(summaryFile, '');
  writeFileSync(outputFile, '');
  for (const [name, ns] of [
    ['base', 100_000],
    ['head', 150_000],
  ] as const) {
    const run = sampleRun({ id: name, results: [sampleResult('one', ns), sampleResult('two', 100_000)] });
    writeFileSync(join(root, `${name}.json`), JSON.stringify(run));
  }
  const env = { GITHUB_STEP_SUMMARY: summaryFile, GITHUB_OUTPUT: outputFile };
  const argv = ['compare', 'base.json', 'head.json', '--github', '--fail-on', 'slower'];
  const { code, out } = await start(argv, env);
  expect(code).toBe(1);
  expect(out).toMatch(/^::error title=reduce\/one\/n=1024%2Cf32::REGRESSED by \+50\.0 %25/m);
  expect(readFileSync(summaryFile, 'utf8')).toContain(
    '| reduce/one/n=1024,f32 | REGRESSED | 100 µs | 150 µs |',
  );
  expect(readOutputs()).toMatchObject({ regressed: '1', undecided: '1', 'newly-failing': '0' });
});

test('--github outside of Actions is wrong usage, before anything is measured', async () => {
  const env = { GITHUB_STEP_SUMMARY: '', GITHUB_OUTPUT: outputFile };
  const { code, err } = await start(['--github', '--software', '--suite', 'right'], env);
  expect(code).toBe(2);
  expect(err).toContain('GITHUB_STEP_SUMMARY is not set');
});
