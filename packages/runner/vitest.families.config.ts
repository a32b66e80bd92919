import { defineConfig } from 'vitest/config';
import { ofFamilies, shared } from './fixtures/vitest.ts';

// The files of tests that read the families of this checkout: a change of a kernel asks for these alone. They start no process of a copy, and
// find what the tests of the families have compiled. They only read: a second worker would load all of it once more.
export default defineConfig({ test: { ...shared, maxWorkers: 1, include: [...ofFamilies] } });
