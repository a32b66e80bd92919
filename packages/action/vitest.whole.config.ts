import { defineConfig } from 'vitest/config';
import { ofWhole, shared } from './vitest.shared.ts';

// The action as a process, with the files and the server that it meets on GitHub.
export default defineConfig({ test: { ...shared, include: [...ofWhole] } });
