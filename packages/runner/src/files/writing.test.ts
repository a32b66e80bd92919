import { expect, test } from 'vitest';
import { CommandFailure } from '../failure.ts';
import { writing } from './writing.ts';

function refusing(code: string): () => never {
  return () => {
    throw Object.assign(new Error(`${code}: it refuses, write`), { code, syscall: 'write' });
  };
}

test.for(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'])('%s names the file and a remedy', (code) => {
  const attempt = () => writing('a.json', refusing(code), '; the rest is kept');
  expect(attempt).toThrow(CommandFailure);
  expect(attempt).toThrow(
    /^a\.json cannot be written, .*: .*write somewhere else \(E\w+\); the rest is kept$/,
  );
});

test('leaves any other refusal and every success as they are', () => {
  expect(() => writing('a.json', refusing('EACCES'))).toThrow('EACCES: it refuses');
  expect(writing('a.json', () => 3)).toBe(3);
});
