// What GitHub gets of hostile texts: a page without markup of theirs, annotations without commands.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createHostileWorkspace } from '../../fixtures/hostile.ts';

const { root, files, remove } = createHostileWorkspace();
afterAll(remove);

const entry = fileURLToPath(new URL('../../fixtures/main.ts', import.meta.url));
const [summaryFile, outputFile] = [join(root, 'summary.md'), join(root, 'output.txt')];

function step(argv: readonly string[]) {
  for (const file of [summaryFile, outputFile]) writeFileSync(file, '');
  const { stdout, stderr } = spawnSync(process.execPath, [entry, ...argv, '--github'], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      INIT_CWD: root,
      BENCH_ROOT: root,
      GITHUB_STEP_SUMMARY: summaryFile,
      GITHUB_OUTPUT: outputFile,
    },
  });
  return { stdout, stderr, summary: readFileSync(summaryFile, 'utf8') };
}

test.for([
  // Markup without a blank line: Markdown means nothing in it.
  { argv: ['run', 'hostile/**', '--software', '--out', 'results/github.json'], markup: /<img|\n\s*\n/ },
  {
    argv: ['compare', files[0], files[1], '--allow-incomparable'],
    markup: /<img|(?<!\\)\]\(|(?<!\\)!\[|(?<!\\)`/,
  },
  {
    argv: ['confirm', 'HEAD~1', files[1], '--allow-incomparable', '--most', '0'],
    markup: /<img|(?<!\\)\]\(|(?<!\\)!\[|(?<!\\)`/,
  },
])('$argv.0 gives GitHub nothing to obey', ({ argv, markup }) => {
  const { stdout, stderr, summary } = step(argv);
  expect(summary).toContain('owned');
  expect(stdout + stderr + summary).not.toMatch(/(?!\r?\n|\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|##\[/u);
  expect(summary).not.toMatch(markup);
  // Of the lines that begin as commands, each is one of our own annotations, and says no second one.
  const commands = (stdout + stderr).split('\n').filter((line) => line.startsWith('::'));
  for (const line of commands) expect(line).toMatch(/^::(error|warning) title=[^:]*::(?!.*\n)/);
  expect(stderr).not.toMatch(/^\s*::/m);
});
