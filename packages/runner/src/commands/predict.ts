// `bench predict`: what a collective would take on a described machine; a model's answer, never a measurement.
import { algorithmNames, networkOf, predictSizes, rankFault } from '@kernel-ladder/collectives';
import type { AlgorithmName, PredictedRow } from '@kernel-ladder/collectives';
import { metricTable, storedUnit } from '@kernel-ladder/schema';
import type { Topology } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes, unknown } from '../failure.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { bars, formatBytes, formatMetric, formatNs, table } from '../text/format.ts';
import type { Io } from '../io.ts';
import { parseSizes } from '../text/sizes.ts';
import { loadTopology } from '../files/topologies.ts';

const defaultTopology = 'h200-nvswitch-8';
// 1 KiB to 1 GiB by factors of four, the range that the model was fitted on.
const defaultSizes = Array.from({ length: 11 }, (_, index) => 1024 * 4 ** index);

/** Predicts a collective. */
export const predict: Command = {
  usage:
    'bench predict allreduce [--topology NAME|FILE] [--ranks N] [--algorithm NAME] [--sizes LIST] [--json]',
  summary: 'predicts time, algbw and busbw per size on a described topology',
  flags: {
    topology: {
      value: 'NAME|FILE',
      help: `one of suites/topologies, or a file (default ${defaultTopology})`,
    },
    ranks: { value: 'N', help: 'how many ranks take part: within one node, or whole nodes (default all)' },
    algorithm: { value: 'NAME', help: `${algorithmNames.join(', ')} (default auto: the fastest)` },
    sizes: {
      value: 'LIST',
      help: 'bytes per rank, comma-separated: 1024,64K,1MiB,1G (default 1 KiB to 1 GiB)',
    },
    json: { help: 'an array of {bytes, timeUs, algbwGBps, busbwGBps, algorithm, protocol} on stdout' },
  },
  execute: async (given, io) => {
    const question = readQuestion(given, io);
    const rows = predictSizes(question.sizes, { ...question, network: networkOf(question.topology) });
    io.out(given.flags['json'] === true ? `${JSON.stringify(rows, null, 2)}\n` : tableText(question, rows));
    return exitCodes.passed;
  },
};

interface Asked {
  readonly topology: Topology;
  readonly ranks: number;
  readonly algorithm: AlgorithmName;
  readonly sizes: readonly number[];
}

function readQuestion(given: Given, io: Io): Asked {
  const [collective, ...more] = given.positionals;
  if (collective === undefined)
    throw new CommandFailure('predict takes a collective: bench predict allreduce');
  if (collective !== 'allreduce') throw unknown('collective', collective, ['allreduce']);
  if (more.length > 0)
    throw new CommandFailure(`predict takes one collective; "${more.join(' ')}" is too much`);
  const topology = loadTopology(io, textOf(given, 'topology') ?? defaultTopology);
  const sizes = textOf(given, 'sizes');
  return {
    topology,
    ranks: readRanks(given, topology),
    algorithm: readAlgorithm(textOf(given, 'algorithm') ?? 'auto'),
    sizes: sizes === undefined ? defaultSizes : parseSizes(sizes),
  };
}

function readRanks(given: Given, topology: Topology): number {
  const text = textOf(given, 'ranks');
  const most = topology.nodes * topology.ranksPerNode;
  if (text === undefined) return most;
  if (!/^\d+$/.test(text))
    throw new CommandFailure(
      `--ranks takes a whole number from 1 to ${most} on ${topology.name}, not "${text}"`,
    );
  const fault = rankFault(topology, Number(text));
  if (fault !== null) throw new CommandFailure(`--ranks on ${topology.name}: ${fault}`);
  return Number(text);
}

function readAlgorithm(text: string): AlgorithmName {
  const name = algorithmNames.find((candidate) => candidate === text);
  if (name === undefined) throw unknown('algorithm', text, algorithmNames);
  return name;
}

function tableText({ topology, ranks, algorithm }: Asked, rows: readonly PredictedRow[]): string {
  const head = `Predicted, not measured: allreduce, ${algorithm}, ${ranks} ${ranks === 1 ? 'rank' : 'ranks'} on ${topology.name}\n${topology.description}\n`;
  const cells = rows.map((row) => [
    formatBytes(row.bytes),
    row.algorithm,
    row.protocol,
    formatNs(row.timeUs * 1e3),
    formatMetric('algbw', row.algbwGBps, 'float'),
    formatMetric('busbw', row.busbwGBps, 'float'),
  ]);
  const plot = bars(rows.map(({ bytes, busbwGBps }) => ({ label: formatBytes(bytes), value: busbwGBps })));
  return `${head}\n${table(['size', 'algorithm', 'protocol', 'time', 'algbw', 'busbw'], cells)}\nbusbw, ${storedUnit(metricTable.busbw.units, 'float')}\n${plot}`;
}
