// Prints step time over bucket size; `--write` puts the table into docs/.
import { writeFileSync } from 'node:fs';
import { networkOf } from '../src/network.ts';
import { overlapTable } from '../src/overlap-table.ts';
import { overlapFile, readTopology } from './files.ts';

const table = overlapTable((name) => networkOf(readTopology(name)));
console.log(table);
if (process.argv.includes('--write')) writeFileSync(overlapFile, table);
