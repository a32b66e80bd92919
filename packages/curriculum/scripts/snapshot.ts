// Writes history.snapshot.json and the README's table: the completion of what is recorded, which a test computes again.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { completion, loadCurriculum, summarise, withHistory } from '../src/index.ts';
import { readRecorded } from '../src/node.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const summary = summarise(completion(loadCurriculum(), readRecorded(root)));
const file = fileURLToPath(new URL('../history.snapshot.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(summary, null, 2)}\n`);
const readme = fileURLToPath(new URL('../README.md', import.meta.url));
writeFileSync(readme, withHistory(readFileSync(readme, 'utf8'), summary));
console.log(`wrote ${file} and ${readme}`);
