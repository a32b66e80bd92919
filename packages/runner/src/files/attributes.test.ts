// The repository's .gitattributes, in a repository that is cloned as Git for Windows does unless told otherwise.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-attributes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// What looks like text is told by its name; 0xff 0xfe alone would not keep git from taking it for text.
const files = {
  'kernel.wgsl': Buffer.from('fn main() {\n}\n'),
  'kernel.wgsl.ts': Buffer.from('export const text = `a\nb`;\n'),
  'texts.ndjson.br': Buffer.from([0x8b, 0x0d, 0x0a, 0x0a, 0x41]),
  'packed.gz': Buffer.from([0x1f, 0x0d, 0x0a, 0x0a, 0x41]),
  'picture.png': Buffer.from([0x89, 0x0d, 0x0a, 0x0a, 0x41]),
};

function git(at: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false'];
  execFileSync('git', ['-C', at, ...who, ...args], { stdio: 'pipe' });
}

test('a clone has the same bytes whatever core.autocrlf says', () => {
  const [origin, clone] = [join(folder, 'origin'), join(folder, 'clone')];
  git(folder, 'init', '--quiet', 'origin');
  copyFileSync(new URL('../../../../.gitattributes', import.meta.url), join(origin, '.gitattributes'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(origin, name), bytes);
  git(origin, 'add', '--all');
  git(origin, 'commit', '--quiet', '--message', 'files');
  git(folder, '-c', 'core.autocrlf=true', 'clone', '--quiet', origin, clone);
  for (const [name, bytes] of Object.entries(files)) expect(readFileSync(join(clone, name))).toEqual(bytes);
});
