import { defineConfig } from 'vitest/config';
import { ofFamilies, shared } from './fixtures/vitest.ts';

// The files of tests that read the families of this checkout: a change of a kernel asks for these alone.
export default defineConfig({ test: { ...shared, include: [...ofFamilies] } });
