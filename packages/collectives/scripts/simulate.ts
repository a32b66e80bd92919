// Prints what simulations show, and measures how long those of 4096 ranks take; `--write` puts both into docs/.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { markdown } from '../src/calibration-table.ts';
import { contentionTable } from '../src/contention-table.ts';
import { networkOf } from '../src/network.ts';
import type { Network } from '../src/network.ts';
import { schedules } from '../src/schedules/index.ts';
import { simulate } from '../src/simulate.ts';
import { contentionFile, readTopology, simulationTimesFile } from './files.ts';

const ranks = 4096;
const bytes = 2 ** 30;
const timed = ['ring', 'tree', 'double-tree', 'halving-doubling', 'hierarchical'] as const;

/** Seconds of the clock, not of the processor: what else ran on the machine is in them. */
function timesTable(): string {
  const cluster: Network = { ...networkOf(readTopology('ib-400g-128x8')), nodes: 512 };
  const flat: Network = { ...cluster, nodes: 1, ranksPerNode: ranks };
  const rows = Object.entries({ 'one switch': flat, '512 nodes × 8': cluster }).flatMap(([where, network]) =>
    timed.map((algorithm) => timeOf(where, network, algorithm)),
  );
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} threads, Node ${process.versions.node}`;
  return [
    '# Time for simulations of 4096 ranks',
    `Written by \`pnpm --filter @kernel-ladder/collectives simulate --write\`; do not edit. Measured once on ${new Date().toISOString().slice(0, 10)} by the clock: ${machine}; whatever else the machine did is in it. 1 GiB for each rank; one simulation uses one thread. The simulated time is a model's.`,
    markdown(['where', 'algorithm', 'steps', 'transfers', 'took, s', 'simulated, ms'], rows),
  ].join('\n\n');
}

function timeOf(where: string, network: Network, algorithm: (typeof timed)[number]): readonly string[] {
  const schedule = schedules[algorithm]({ ranks, elements: bytes / 4, nodes: network.nodes });
  const start = performance.now();
  const { moveUs, transfers } = simulate(schedule, network, 4, { striped: algorithm === 'ring' });
  const seconds = (performance.now() - start) / 1e3;
  return [
    where,
    algorithm,
    String(schedule.stepCount),
    String(transfers),
    seconds.toFixed(2),
    (moveUs / 1e3).toFixed(1),
  ];
}

const contentions = contentionTable((name) => networkOf(readTopology(name)));
const times = `${timesTable()}\n`;
console.log(`${contentions}\n${times}`);
if (process.argv.includes('--write')) {
  writeFileSync(contentionFile, contentions);
  writeFileSync(simulationTimesFile, times);
}
