// Writes src/types.generated.ts from schemas/: the JSON Schemas are the source, the types follow.
import { writeFileSync } from 'node:fs';
import { generateTypes, typesFile } from '../src/generate.ts';

writeFileSync(typesFile, await generateTypes());
console.log(`wrote ${typesFile}`);
