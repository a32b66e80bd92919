// How the threads of a process are divided between those that judge and those that make inputs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPool, generatorsFor, judgesAmong } from './pool.ts';

const double = new URL('../../fixtures/double/family.ts', import.meta.url).href;

test('all threads together are no more than there may be, and most of them judge', () => {
  for (let threads = 0; threads <= 64; threads++) {
    const judges = judgesAmong(threads);
    expect(judges === 0 || judges + generatorsFor(judges) <= threads).toBe(true);
    expect(judges).toBeGreaterThanOrEqual(Math.floor(0.75 * threads) - 1);
  }
});

test('where there are fifteen, the three fills of a case are made at once', () => {
  expect([judgesAmong(15), generatorsFor(12)]).toEqual([12, 3]);
});

// A priority may only be lowered: tests that already have that of a judge see nothing.
const isAbove = process.platform === 'linux' && getPriority() < constants.priority.PRIORITY_BELOW_NORMAL;

test.runIf(isAbove)('threads that judge let all others come first', async () => {
  const pool = createPool(double, { width: 2, mostFreedBytes: 1 });
  pool.start();
  await pool.idle();
  const threads = readdirSync('/proc/self/task').map((task) => niceOf(`/proc/self/task/${task}/stat`));
  expect(threads.filter((nice) => nice === 10)).toHaveLength(2);
  await pool.close();
});

// Behind the name, which may hold anything.
function niceOf(file: string): number {
  return Number(
    readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[16],
  );
}

// Nothing of the family was compiled before this process began.
test('the first thread finds what the thread that starts it has compiled', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'kernel-ladder-compiled-'));
  const pool = new URL('./pool.ts', import.meta.url).href;
  const program = `
    import { readdirSync } from 'node:fs';
    import { createPool } from ${JSON.stringify(pool)};
    await import(${JSON.stringify(double)});
    const kept = () => readdirSync(process.env.NODE_COMPILE_CACHE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
    const before = kept();
    const pool = createPool(${JSON.stringify(double)}, { width: 1, mostFreedBytes: 1 });
    pool.judging(0);
    console.log(JSON.stringify([before, kept()]));
    await pool.close();`;
  // Where lines are counted Vitest has its processes keep nothing that they compile.
  const { NODE_DISABLE_COMPILE_CACHE: _, ...others } = process.env;
  const env = { ...others, NODE_COMPILE_CACHE: cache };
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env });
  const [before, after] = JSON.parse(told.toString()) as readonly [number, number];
  rmSync(cache, { recursive: true });
  expect(before).toBe(0);
  expect(after).toBeGreaterThan(10);
});

test('memory that is freed while some threads have not been wanted is no fault', async () => {
  const pool = createPool(double, { width: 2, mostFreedBytes: 1 });
  pool.generating();
  expect(() => pool.freed(2)).not.toThrow();
  await pool.idle();
  await pool.close();
});
