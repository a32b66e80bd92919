// Where the repository is read on the web, for links to commits and files.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callGit } from './call-git.ts';

/** The address that package.json names, or that of the remote `origin`; null where neither is one of the web. */
export function repositoryOf(root: string): string | null {
  const remote = callGit(root, ['remote', 'get-url', 'origin']);
  return webAddress(namedRepository(root)) ?? webAddress(remote);
}

function namedRepository(root: string): string | null {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return null;
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('repository' in manifest)) return null;
  const { repository } = manifest;
  if (typeof repository === 'string') return repository;
  const isNamed = typeof repository === 'object' && repository !== null && 'url' in repository;
  return isNamed ? String(repository.url) : null;
}

/**
 * The https address of a repository, as git and npm write it: `git@host:owner/name.git`, `ssh://`, `git+https://`, `github:owner/name`.
 * Without names, passwords, queries and the ending. Null of what has no such address, such as a path.
 */
export function webAddress(text: string | null): string | null {
  const address = written(text ?? '');
  const url = URL.parse(address.replace(/^(?:https?|ssh|git):/, 'https:'));
  if (url?.protocol !== 'https:' || !/^[\w.-]+$/.test(url.hostname)) return null;
  const name = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  // A port of ssh is none of the web's.
  const port = address.startsWith('http') && url.port !== '' ? `:${url.port}` : '';
  return name.length > 1 ? `https://${url.hostname}${port}${name}` : null;
}

// What is short for an address, as one.
function written(text: string): string {
  return text
    .replace(/^github:([\w.-]+\/[\w.-]+)$/, 'https://github.com/$1')
    .replace(/^(?:[^@/\s]+@)?([\w.-]+\.\w+):(?!\/)(\S+)$/, 'https://$1/$2')
    .replace(/^git\+/, '');
}
