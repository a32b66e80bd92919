// Measures how long simulations of 4096 ranks take, and prints what they show; `--write` puts the table into docs/.
import { writeFileSync } from 'node:fs';
import { contentionTable } from '../src/contention-table.ts';
import { networkOf } from '../src/network.ts';
import type { Network } from '../src/network.ts';
import { schedules } from '../src/schedules/index.ts';
import { simulate } from '../src/simulate.ts';
import { contentionFile, readTopology } from './files.ts';

const ranks = 4096;
const bytes = 2 ** 30;
const table = contentionTable((name) => networkOf(readTopology(name)));
console.log(table);
if (process.argv.includes('--write')) writeFileSync(contentionFile, table);

const cluster: Network = { ...networkOf(readTopology('ib-400g-128x8')), nodes: 512 };
const flat: Network = { ...cluster, nodes: 1, ranksPerNode: ranks };
console.log(`4096 ranks, ${bytes} bytes, on this machine:`);
for (const [where, network] of Object.entries({ 'one switch': flat, '512 nodes × 8': cluster })) {
  for (const algorithm of ['ring', 'tree', 'double-tree', 'halving-doubling', 'hierarchical'] as const) {
    const schedule = schedules[algorithm]({ ranks, elements: bytes / 4, nodes: network.nodes });
    const start = performance.now();
    const { moveUs, transfers } = simulate(schedule, network, 4);
    const seconds = (performance.now() - start) / 1e3;
    console.log(
      `${where}, ${algorithm}: ${schedule.stepCount} steps, ${transfers} transfers in ${seconds.toFixed(2)} s; simulated ${(moveUs / 1e3).toFixed(1)} ms`,
    );
  }
}
