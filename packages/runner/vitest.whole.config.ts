import { defineConfig } from 'vitest/config';
import { ofWhole, shared } from './fixtures/vitest.ts';

// Commands from end to end over the families of this checkout.
export default defineConfig({ test: { ...shared, include: [...ofWhole] } });
