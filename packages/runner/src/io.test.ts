import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const io = new URL('io.ts', import.meta.url).href;

/** What a process answers to SIGTERM once it has said that it began, and its exit. */
async function terminate(code: string): Promise<readonly [number | null, string | null]> {
  const text = `import { processIo } from ${JSON.stringify(io)}; const io = processIo(); ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [exit, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return [exit, signal];
}

const forever = "process.stdout.write('begun'); for (;;);";

test('a signal ends work that leaves nothing behind, though it never pauses', async () => {
  expect(await terminate(`io.mortally(() => { ${forever} });`)).toEqual([null, 'SIGTERM']);
});

test('after such work a signal is heard as an interrupt', async () => {
  const listen =
    "io.interrupt.addEventListener('abort', () => process.exit(130)); setInterval(() => {}, 1000);";
  const code = `await io.mortally(() => 1); ${listen} process.stdout.write('begun');`;
  expect(await terminate(code)).toEqual([130, null]);
});
