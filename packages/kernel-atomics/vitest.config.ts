import { defineConfig } from 'vitest/config';
import { inNode } from '../vitest.shared.ts';

export default defineConfig({ test: inNode });
