// Sharded training: every rank's peak falls as predicted, and what is trained stays the same to the last bit.
import type { Gpu } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLedger, totalOf } from './ledger.ts';
import { initialLayers } from './shard-state.ts';
import { trainSharded } from './sharding.ts';
import type { ShardedTraining } from './sharding.ts';
import { predictedPeak, predictedTraffic } from './shards.ts';
import type { ShardingStage } from './shards.ts';
import { makeSamples, sampleCount } from './task.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

const stages: readonly ShardingStage[] = [0, 1, 2, 3];
const request = {
  widths: [4, 16, 16, 16, 2],
  ranks: 4,
  samplesPerRank: 8,
  steps: 10,
  learningRate: 0.01,
  algorithm: 'ring',
  seed: 7,
  load,
} as const;

describe('four ranks', () => {
  const trainings: ShardedTraining[] = [];
  const devicePeaks: number[] = [];
  beforeAll(async () => {
    for (const stage of stages) {
      const stopWatching = watchBuffers(gpu());
      trainings.push(await trainSharded(gpu(), { ...request, stage }));
      devicePeaks.push(stopWatching());
    }
  });

  test.for(stages)('hold at most what the closed form of stage %i says, for each purpose', (stage) => {
    const predicted = [0, 1, 2, 3].map((rank) => predictedPeak({ ...request, stage }, rank));
    expect(trainings[stage]!.peak).toEqual(predicted);
  });

  test('hold less with every stage', () => {
    const activations = 3328;
    const ofFirstRank = trainings.map(({ peak }) => totalOf(peak[0]!) - activations);
    expect(ofFirstRank).toEqual([10_560, 6624, 5744, 3776]);
  });

  test.for(stages)('have in stage %i what the device is asked for, byte for byte', (stage) => {
    const held = trainings[stage]!.peak.reduce((sum, holding) => sum + totalOf(holding), 0);
    expect(devicePeaks[stage]).toBe(held);
  });

  test.for(stages)('send in stage %i what its exchanges send in closed form', (stage) => {
    expect(trainings[stage]!.sentBytesPerStep).toBe(predictedTraffic({ ...request, stage }));
  });

  // The chunks of a reduce-scatter are those of the allreduce, so their sums have one order.
  test.for(stages.slice(1))('train in stage %i the same bits as unsharded', (stage) => {
    const [unsharded, sharded] = [trainings[0]!, trainings[stage]!];
    expect(sharded.losses).toEqual(unsharded.losses);
    expect(sharded.parameters).toEqual(Array(4).fill(unsharded.parameters[0]));
  });

  test('train as one process does in double precision', () => {
    const expected = trainReference(request);
    const [{ losses, parameters }] = trainings as [ShardedTraining];
    for (const [step, loss] of expected.losses.entries())
      expect(Math.abs(losses[step]! - loss) / loss).toBeLessThan(1e-5);
    const distances = parameters[0]!.map((value, index) => Math.abs(value - expected.parameters[index]!));
    expect(Math.max(...distances)).toBeLessThan(1e-5);
    // Ten steps of Adam that each go nearly as far as the learning rate.
    const initial = initialLayers(request.widths, request.seed).flatMap((layer) => [...layer]);
    const moved = parameters[0]!.map((value, index) => Math.abs(value - initial[index]!));
    expect(Math.max(...moved)).toBeGreaterThan(0.05);
  });
});

// The last layer has fewer quads than there are ranks: some of them own nothing of it.
test.for([
  { algorithm: 'ring', stage: 2 },
  { algorithm: 'two-shot', stage: 3 },
] as const)('uneven shards train the same by $algorithm in stage $stage', async ({ algorithm, stage }) => {
  const uneven = { ...request, algorithm, widths: [4, 5, 2], ranks: 5, samplesPerRank: 3, steps: 2 };
  const unsharded = await trainSharded(gpu(), { ...uneven, stage: 0 });
  const sharded = await trainSharded(gpu(), { ...uneven, stage });
  expect(sharded.losses).toEqual(unsharded.losses);
  expect(sharded.parameters).toEqual(unsharded.parameters);
  expect(sharded.peak).toEqual(sharded.peak.map((_, rank) => predictedPeak({ ...uneven, stage }, rank)));
  expect(sharded.sentBytesPerStep).toBe(predictedTraffic({ ...uneven, stage }));
});

test('refuses to shard over one rank, and widths that are not those of the task', async () => {
  const alone = trainSharded(gpu(), { ...request, ranks: 1, stage: 3 });
  await expect(alone).rejects.toThrow('1 ranks have nothing to exchange');
  const narrow = trainSharded(gpu(), { ...request, widths: [3, 2], stage: 3 });
  await expect(narrow).rejects.toThrow('begin with 4 inputs');
});

describe('the ledger', () => {
  const [first, second] = [{}, {}];

  test('keeps what each rank held when it held most', () => {
    const ledger = createLedger(2);
    ledger.enter(first, 'parameters', [8, 4]);
    ledger.enter(second, 'gradients', [4, 12]);
    ledger.strike(first);
    ledger.enter(first, 'optimiser', [4, 8]);
    expect(ledger.peak().map(totalOf)).toEqual([12, 20]);
    expect(ledger.peak()[0]).toMatchObject({ parameters: 8, gradients: 4, optimiser: 0 });
    expect(ledger.peak()[1]).toMatchObject({ parameters: 0, gradients: 12, optimiser: 8 });
    expect(ledger.held().map(totalOf)).toEqual([8, 20]);
  });

  test('refuses what is in twice or not at all', () => {
    const ledger = createLedger(1);
    ledger.enter(first, 'parameters', [4]);
    expect(() => ledger.enter(first, 'parameters', [4])).toThrow('already');
    expect(() => ledger.strike(second)).toThrow('no such buffer');
  });
});

// The bytes of the ranks' buffers that are alive at once, as the device is asked for them.
function watchBuffers({ device }: Gpu): () => number {
  const purposes = ['parameters', 'gradients', 'optimiser', 'activations'];
  const create = device.createBuffer.bind(device);
  let [live, peak] = [0, 0];
  device.createBuffer = (descriptor) => {
    const buffer = create(descriptor);
    if (!purposes.includes(descriptor.label ?? '')) return buffer;
    live += buffer.size;
    peak = Math.max(peak, live);
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      live -= buffer.size;
      return destroy();
    };
    return buffer;
  };
  return () => {
    device.createBuffer = create;
    if (live > 0) throw new Error(`${live} bytes outlived their training`);
    return peak;
  };
}

type Values = Float64Array[];

// The same training in one process: the whole batch, doubles, plain loops.
function trainReference({ widths, ranks, samplesPerRank, steps, seed }: typeof request) {
  const samples = makeSamples(seed);
  const parameters = initialLayers(widths, seed).map((layer) => Float64Array.from(layer));
  const like = (): Values => parameters.map(({ length }) => new Float64Array(length));
  const [means, squares, batch] = [like(), like(), ranks * samplesPerRank];
  const losses: number[] = [];
  for (let step = 1; step <= steps; step++) {
    const gradients = like();
    let loss = 0;
    for (let row = 0; row < batch; row++) {
      const at = (((step - 1) * batch + row) % sampleCount) * 6;
      loss += addGradients(parameters, gradients, [...samples.subarray(at, at + 6)]);
    }
    losses.push(loss / batch);
    for (const [layer, values] of parameters.entries()) {
      for (const [index, sum] of gradients[layer]!.entries()) {
        const [mean, square] = [means[layer]!, squares[layer]!];
        mean[index] = 0.9 * mean[index]! + 0.1 * (sum / batch);
        square[index] = 0.999 * square[index]! + 0.001 * (sum / batch) ** 2;
        const unbiased = [mean[index] / (1 - 0.9 ** step), square[index] / (1 - 0.999 ** step)] as const;
        values[index]! -= (request.learningRate * unbiased[0]) / (Math.sqrt(unbiased[1]) + 1e-8);
      }
    }
  }
  return { losses, parameters: parameters.flatMap((layer) => [...layer]) };
}

// Adds a sample's gradients and gives its loss.
function addGradients(parameters: Values, gradients: Values, sample: readonly number[]): number {
  const { widths } = request;
  const activations = [sample.slice(0, 4)];
  for (const [layer, values] of parameters.entries()) {
    const [below, width] = [activations[layer]!, widths[layer + 1]!];
    const sums = Array.from({ length: width }, (_, unit) =>
      below.reduce(
        (sum, input, index) => sum + input * values[index * width + unit]!,
        values[below.length * width + unit]!,
      ),
    );
    activations.push(layer === parameters.length - 1 ? sums : sums.map(Math.tanh));
  }
  let errors = activations.at(-1)!.map((output, index) => output - sample[4 + index]!);
  const loss = errors.reduce((sum, error) => sum + 0.5 * error ** 2, 0);
  for (let layer = parameters.length - 1; layer >= 0; layer--) {
    const above = errors;
    const below = activations[layer]!;
    for (const [index, input] of [...below, 1].entries())
      for (const [unit, error] of above.entries())
        gradients[layer]![index * above.length + unit]! += input * error;
    errors = below.map(
      (activation, index) =>
        (1 - activation ** 2) *
        above.reduce((sum, error, unit) => sum + error * parameters[layer]![index * above.length + unit]!, 0),
    );
  }
  return loss;
}
