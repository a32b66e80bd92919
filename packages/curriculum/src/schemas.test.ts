import { testSchemas } from '@kernel-ladder/schema/test-schemas';

testSchemas(new URL('../schemas/', import.meta.url));
