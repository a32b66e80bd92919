import { networkOf, predict, references, simulateCall } from '@kernel-ladder/collectives';
import { parseTopology } from '@kernel-ladder/schema';
import type { SiteFamily, SiteSeries } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { passed, sampleFamily } from '../testing.ts';
import { isCalibrated, topologies } from '../topologies.ts';
import {
  deviceLines,
  differs,
  eventLines,
  libraryLines,
  modelLines,
  modelled,
  modelledBytes,
  playedBytes,
  rankCounts,
} from './allreduce.ts';
import { editedNetwork } from './topology-parameters.ts';

const [calibrated, ...others] = topologies;
const network = networkOf(calibrated!);
const question = { network, ranks: 8, about: calibrated!.name };

function rank(variant: string, n: number, more: Partial<SiteSeries> = {}): SiteSeries {
  const name = `n=${n},ranks=8,f32`;
  return {
    id: `allreduce/${variant}/${name}`,
    variant,
    case: name,
    params: { n, ranks: 8, op: 'sum', dtype: 'f32' },
    dtype: { in: 'f32', acc: 'f32', out: 'f32' },
    work: { flops: 7 * n, minBytes: 64 * n, implBytes: 64 * n },
    points: [passed(0, 2000)],
    ...more,
  };
}

const family: SiteFamily = {
  ...sampleFamily,
  family: 'allreduce',
  ladder: {
    ...sampleFamily.ladder,
    simulated: true,
    params: [{ key: 'n' }, { key: 'ranks' }, { key: 'op', default: 'sum' }],
    rungs: [...sampleFamily.ladder.rungs, { name: 'cpu-n', summary: 'a loop', kind: 'cpu' }],
  },
  peers: [
    { name: 'NCCL', version: '2.29', api: 'cuda', settings: {}, timedBy: 'CUDA events' },
    { name: 'JavaScript loop', version: '24', api: 'webgpu', settings: {}, timedBy: 'host clock' },
  ],
  series: [
    rank('ring', 1024),
    rank('ring', 256),
    rank('ring', 1024, { id: 'allreduce/ring/max', params: { n: 1024, ranks: 8, op: 'max', dtype: 'f32' } }),
    rank('nccl', 262_144, { points: [{ ...passed(0, 50_000), peer: 0 }] }),
    rank('cpu-n', 262_144, { points: [{ ...passed(0, 50_000), peer: 1 }] }),
  ],
};

test('every topology of the suites is here and follows its schema, the calibrated one first', () => {
  expect(topologies.map(({ name }) => name)).toEqual([
    'h200-nvswitch-8',
    'ib-400g-128x8',
    'ib-400g-4x8',
    'pcie-box',
  ]);
  for (const topology of topologies) expect(parseTopology(topology.name, topology)).toEqual(topology);
  expect([isCalibrated(calibrated!), ...others.map(isCalibrated)]).toEqual([true, false, false, false]);
});

test('ranks of one device: the plain sums alone, by the bytes of one rank', () => {
  const [ring, ...more] = deviceLines(family, 8);
  expect(more).toEqual([]);
  expect(ring).toMatchObject({ name: 'ring', source: 'device' });
  expect(
    ring!.points.map(({ bytes, timeUs, algbw, busbw, ratio }) => [bytes, timeUs, algbw, busbw, ratio]),
  ).toEqual([
    [1024, 2, 0.512, 0.896, null],
    [4096, 2, 2.048, 3.584, null],
  ]);
  expect(deviceLines(family, 4)).toEqual([]);
});

test('NCCL: every held row of the number of ranks, and recorded rows, each over its prediction', () => {
  const lines = libraryLines(family, references, question);
  expect(lines.map(({ name, points }) => [name, points.length])).toEqual([
    ['NCCL ring', 21],
    ['NCCL tree', 21],
    ['nccl', 1],
  ]);
  const [ring] = lines;
  for (const { bytes, timeUs, ratio, eventRatio } of ring!.points) {
    expect(ratio).toBe(predict(bytes, { network, ranks: 8, algorithm: 'ring' }).timeUs / timeUs);
    expect(eventRatio).toBe(simulateCall(bytes, { network, ranks: 8, algorithm: 'ring' }) / timeUs);
  }
  const recorded = lines.at(-1)!.points[0]!;
  expect(recorded).toMatchObject({
    source: 'library',
    about: 'NCCL 2.29, recorded',
    bytes: 2 ** 20,
    timeUs: 50,
  });
  expect(recorded.ratio).toBe(
    predict(2 ** 20, { network, ranks: 8, algorithm: ['ring', 'tree'] }).timeUs / 50,
  );
  const choice = libraryLines(null, references, { ...question, ranks: 2 }).map(({ name }) => name);
  expect(choice).toEqual(['NCCL by its own choice', 'NCCL ring', 'NCCL tree']);
});

test('the model has every algorithm at every size, by closed forms and by events', () => {
  const [model, events] = [modelLines(question), eventLines(question)];
  for (const lines of [model, events]) expect(lines.map(({ name }) => name)).toEqual(modelled);
  expect(model.every(({ points }) => points.length === modelledBytes.length)).toBe(true);
  expect(events.every(({ points }) => points.length === playedBytes.length)).toBe(true);
  expect(modelLines({ ...question, ranks: 12 })).toEqual([]);
  const cluster = { network: networkOf(others[0]!), ranks: 1024, about: '' };
  expect([modelLines(cluster).length, eventLines(cluster)]).toEqual([modelled.length, []]);
});

test('offers the ranks that were measured and those that fit', () => {
  expect(rankCounts(family, references, network)).toEqual([2, 4, 8]);
  expect(rankCounts(family, references, networkOf(others[0]!)).at(-1)).toBe(1024);
});

test('a parameter of the address changes the network and says where it is from', () => {
  const {
    network: edited,
    parameters,
    notes,
  } = editedNetwork(calibrated!, ['intra.latencyUs=5', 'ranksPerNode=16']);
  expect([edited.intra.latencyUs, edited.ranksPerNode, notes]).toEqual([5, 16, []]);
  expect(parameters.find(({ key }) => key === 'intra.latencyUs')).toMatchObject({
    value: 5,
    usual: 0.555,
    from: 'fitted',
    unit: 'µs',
  });
  // One node behind a switch that never blocks shares nothing and has no adapter.
  expect(parameters.some(({ key }) => key.startsWith('inter.') || key === 'intra.sharedGBps')).toBe(false);
  const cluster = editedNetwork(others[0]!, ['nodes=2', 'inter.adaptersPerNode=1']);
  expect(modelLines({ network: cluster.network, ranks: 16, about: '' })).toHaveLength(modelled.length);
  expect(editedNetwork(others.at(-1)!, ['intra.sharedGBps=10']).network.intra.sharedGBps).toBe(10);
});

test.for([
  ['ranksPerNode=0', /Ranks a node is a whole number from 1/],
  ['channels=1.5', /Channels is a whole number/],
  ['nodes=2', /has no parameter “nodes”/],
  ['reduceGBps=0', /Combining is a number above 0/],
  ['intra.latencyUs=-1', /at least 0/],
  ['intra.latencyUs=', /at least 0/],
  ['intra.latencyUs=a', /at least 0/],
  ['inter.messageUs=1', /has no parameter “inter.messageUs”/],
  ['colour=red', /has no parameter “colour”/],
] as const)('a setting that makes no sense is refused: %s', ([setting, note]) => {
  const { network: edited, notes } = editedNetwork(calibrated!, [setting]);
  expect(edited).toEqual(network);
  expect(notes).toEqual([expect.stringMatching(note)]);
});

test('a ratio differs from a quarter on, either way', () => {
  expect([0.8, 0.81, 1, 1.24, 1.25].map(differs)).toEqual([true, false, false, false, true]);
});
