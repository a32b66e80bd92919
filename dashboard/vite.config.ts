// The site is static and relocatable: every address is relative to the page, and an absent file is a 404.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  appType: 'mpa',
});
