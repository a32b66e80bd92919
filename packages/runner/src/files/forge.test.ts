import { expect, test } from 'vitest';
import { webAddress } from './forge.ts';

test.for([
  ['https://github.com/a/b', 'https://github.com/a/b'],
  ['https://github.com/a/b.git', 'https://github.com/a/b'],
  ['git+https://github.com/a/b.git', 'https://github.com/a/b'],
  ['http://forge.example:8080/a/b/', 'https://forge.example:8080/a/b'],
  ['https://name:secret@github.com/a/b.git?token=x#y', 'https://github.com/a/b'],
  ['git@github.com:a/b.git', 'https://github.com/a/b'],
  ['ssh://git@forge.example:2222/a/b.git', 'https://forge.example/a/b'],
  ['github:a/b', 'https://github.com/a/b'],
  ['a/b', null],
  ['https://github.com/a/"><script>', 'https://github.com/a/%22%3E%3Cscript%3E'],
  ['/home/me/work', null],
  ['../work.git', null],
  ['file:///home/me/work', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['https://github.com/', null],
  ['', null],
  [null, null],
] as const)('%s is read at %s', ([text, address]) => {
  expect(webAddress(text)).toBe(address);
});
