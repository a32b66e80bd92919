// Writes the one file that GitHub runs: `pnpm --filter @kernel-ladder/action bundle`, after each change of src.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bundle, bundleFile } from '../src/bundle.ts';

mkdirSync(dirname(bundleFile), { recursive: true });
writeFileSync(bundleFile, await bundle());
console.log(bundleFile);
