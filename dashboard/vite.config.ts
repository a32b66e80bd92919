// The site is static and relocatable: every address is relative to the page, and an absent file is a 404.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { commitOfSite } from './scripts/commit.ts';
import { readByPages, readByWorker, validatorsAheadOfTime } from './scripts/validators.ts';

const groups = [
  // What reads globs is for the page that asks for some; it would lie with what every page shares.
  { name: 'globs', test: /picomatch/ },
  // A few lines that most pages share are no file of their own: on a slow line each file is a wait.
  { name: 'shared', test: /dashboard\/src\/(?:ui\/)?[\w-]+\.tsx?$/, minShareCount: 8 },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  appType: 'mpa',
  plugins: [validatorsAheadOfTime(readByPages), commitOfSite()],
  // Families come with the worker, in files of their own.
  worker: { format: 'es', plugins: () => [validatorsAheadOfTime(readByWorker)] },
  // The policy lets a page load files of its own site alone, also pictures.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
  },
});
