import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';
import { createIo, sampleResult } from '../../fixtures/testing.ts';

const passed = sampleResult('naive', 2500);
const { timing: _, metrics: __, samplesNs: ___, ...rest } = sampleResult('tiled', 1);
const failed = { ...rest, status: 'failed', reason: { code: 'timeout', message: 'no result' } } as const;

function watch(isTerminal: boolean, quiet = false): string {
  const { io, said } = createIo('.', { isTerminal });
  const progress = createProgress(io, 2, quiet);
  progress.phase(passed.id, 'sample', 0.5);
  progress.finished(passed);
  progress.finished(failed);
  progress.end();
  return said().err.replaceAll('\r\u001B[2K', '⏎');
}

test('writes a line an id where there is no terminal', () => {
  expect(watch(false)).toMatchInlineSnapshot(`
    "1/2 reduce/naive/n=1024,f32  2.5 µs
    2/2 reduce/tiled/n=1024,f32  failed timeout
    "
  `);
});

test('rewrites one line on a terminal, and leaves failures standing', () => {
  expect(watch(true)).toMatchInlineSnapshot(`
    "⏎▕░░░░░░░░░░░░░░░░░░░░▏ 1/2 reduce/naive/n=1024,f32  sample 50 %⏎▕██████████░░░░░░░░░░▏ 1/2 reduce/naive/n=1024,f32⏎✗ reduce/tiled/n=1024,f32: no result
    ⏎▕████████████████████▏ 2/2 reduce/tiled/n=1024,f32⏎"
  `);
});

test('is silent when asked to be', () => {
  expect(watch(true, true)).toBe('');
});
