import { testSchemas } from './test-schemas.ts';

testSchemas(new URL('../schemas/', import.meta.url));
