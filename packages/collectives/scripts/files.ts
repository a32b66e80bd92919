// Where the topologies, the measured rows and the written tables are.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseReference, parseTopology, readJson } from '@kernel-ladder/schema';
import type { Reference, Topology } from '@kernel-ladder/schema';

const topologyDirectory = fileURLToPath(new URL('../../../suites/topologies/', import.meta.url));
const referenceDirectory = fileURLToPath(new URL('../reference/', import.meta.url));

/** The written table of predicted and measured times. */
export const calibrationFile = fileURLToPath(new URL('../docs/calibration.md', import.meta.url));
/** The written table of step times over bucket sizes. */
export const overlapFile = fileURLToPath(new URL('../docs/overlap.md', import.meta.url));

/** The written table of simulated times and closed forms. */
export const contentionFile = fileURLToPath(new URL('../docs/contention.md', import.meta.url));

/** The written table of how long simulations took. */
export const simulationTimesFile = fileURLToPath(new URL('../docs/simulation-times.md', import.meta.url));

/** Paths of all topologies. */
export function topologyFiles(): readonly string[] {
  return readdirSync(topologyDirectory).map((name) => `${topologyDirectory}${name}`);
}

/** A topology by name. */
export function readTopology(name: string): Topology {
  return readTopologyFile(`${topologyDirectory}${name}.json`);
}

/** A topology by path. */
export function readTopologyFile(file: string): Topology {
  return parseTopology(file, readJson(file, readFileSync(file, 'utf8')));
}

/** All measured rows. */
export function readReferences(): readonly Reference[] {
  return readdirSync(referenceDirectory)
    .toSorted()
    .map((name) =>
      parseReference(name, readJson(name, readFileSync(`${referenceDirectory}${name}`, 'utf8'))),
    );
}
