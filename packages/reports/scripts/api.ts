// Writes docs/api, which the site shows and git does not keep: it is what the sources say.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { apiPages, packagesIn, sourcesIn } from '../src/api/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
rmSync(`${root}docs/api`, { recursive: true, force: true });
mkdirSync(`${root}docs/api`);
for (const { path, text } of apiPages(packagesIn(root), sourcesIn(root))) writeFileSync(root + path, text);
