import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const entry = fileURLToPath(new URL('main.ts', import.meta.url));

test('the process ends with the command’s exit code and message', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, 'hlep'], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('unknown command "hlep"; did you mean "help"?'),
  });
});

test('a closed pipe is no error', () => {
  const command = `"${process.execPath}" "${entry}" help | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
});
