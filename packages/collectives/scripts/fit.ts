// Fits h200-nvswitch-8 to the measured rows and prints parameters and errors; `--write` puts them into the topologies and docs/.
import { writeFileSync } from 'node:fs';
import { calibrationTable } from '../src/calibration-table.ts';
import { compare, fit } from '../src/calibrate.ts';
import { crossFits } from '../src/cross-fit.ts';
import { fittedValues, withFitted } from '../src/fitted.ts';
import { networkOf } from '../src/network.ts';
import { calibrationFile, readReferences, readTopology, readTopologyFile, topologyFiles } from './files.ts';

const references = readReferences();
const network = fit(networkOf(readTopology('h200-nvswitch-8')), references);
const values = fittedValues(network);
const table = calibrationTable(
  values,
  references.map((reference) => compare(network, reference)),
  crossFits(network, references),
);
console.log(table);
if (process.argv.includes('--write')) {
  writeFileSync(calibrationFile, table);
  for (const file of topologyFiles())
    writeFileSync(file, `${JSON.stringify(withFitted(readTopologyFile(file), values), null, 2)}\n`);
}
