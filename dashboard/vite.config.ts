// The site is static and relocatable: every address is relative to the page, and an absent file is a 404.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { commitOfSite } from './scripts/commit.ts';
import { readByPages, readByWorker, validatorsAheadOfTime } from './scripts/validators.ts';

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
    // What reads globs is for the page that asks for some; it would lie with what every page shares.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'globs', test: /picomatch/ }] } } },
  },
});
