// Kernels of one's own in TensorFlow.js, on the software adapter: with the library itself, which `pnpm libraries` installs.
import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { add, layerNorm, matmul, relu, softmax } from '@kernel-ladder/fusion';
import { planFor, shaderText } from '@kernel-ladder/harness';
import type { DeviceFacts } from '@kernel-ladder/harness';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { family } from '@kernel-ladder/kernel-softmax';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RungPlan } from './kernels/kinds.ts';
import { familyFiles } from './node.ts';
import type { Operands, TensorInfo, TfjsCore } from './tfjs/library.ts';
import { registerOperator } from './tfjs/operator.ts';

/** What the tests call of the library besides its registries. */
interface Tfjs extends TfjsCore {
  readonly setBackend: (name: string) => Promise<boolean>;
  readonly env: () => { readonly set: (flag: string, value: boolean) => void };
  readonly tensor: (values: ArrayLike<number>, shape: readonly number[], dtype?: string) => Tensor;
  readonly softmax: (x: TensorInfo) => Tensor;
  readonly relu: (x: TensorInfo) => Tensor;
  readonly add: (a: TensorInfo, b: TensorInfo | number) => Tensor;
  readonly sub: (a: TensorInfo, b: TensorInfo) => Tensor;
  readonly mul: (a: TensorInfo, b: TensorInfo | number) => Tensor;
  readonly matMul: (a: TensorInfo, b: TensorInfo) => Tensor;
  readonly rsqrt: (x: TensorInfo) => Tensor;
  readonly sum: (x: TensorInfo) => Tensor;
  readonly moments: (
    x: TensorInfo,
    axis: number,
    keep: boolean,
  ) => { readonly mean: Tensor; readonly variance: Tensor };
  readonly grads: (f: Call) => (x: readonly Tensor[]) => readonly Tensor[];
  readonly tidy: (work: () => readonly TensorInfo[]) => readonly Tensor[];
  readonly getKernel: (name: string, backend: string) => unknown;
  readonly memory: () => { readonly numTensors: number; readonly numBytesInGPU: number };
}

/** An operator, or what the library's own make of the same operands. */
type Call = (...given: readonly Tensor[]) => TensorInfo;

interface Tensor extends TensorInfo {
  readonly data: () => Promise<Float32Array>;
  readonly dispose: () => void;
}

const folder =
  process.env['KERNEL_LADDER_LIBRARIES'] ?? fileURLToPath(new URL('../../peers/libraries', import.meta.url));
const backendFile = '@tensorflow/tfjs-backend-webgpu/dist/tf-backend-webgpu.node.js';
const entry = join(folder, 'node_modules', backendFile);

const gpu = useTestGpu();

// The library asks where a page would, and gets this device with all that it offers.
async function open(): Promise<Tfjs> {
  const { device } = gpu();
  const { features, limits, adapterInfo: info } = device;
  const adapter = { features, limits, info, isFallbackAdapter: false, requestDevice: async () => device };
  const offered = { requestAdapter: async () => adapter, wgslLanguageFeatures: new Set<string>() };
  Object.defineProperty(globalThis, 'navigator', {
    value: { gpu: offered, userAgent: 'Node.js' },
    configurable: true,
  });
  const load = createRequire(entry);
  const tf: Tfjs = load('@tensorflow/tfjs-core');
  load('@tensorflow/tfjs-backend-webgpu');
  // Small tensors would be handed to loops on the CPU.
  tf.env().set('WEBGPU_CPU_FORWARD', false);
  if (!(await tf.setBackend('webgpu'))) throw new Error('tfjs does not take the device');
  return tf;
}

// The library has its gradients in files for bundlers, which leave out the ends of names.
async function loadGradients(): Promise<void> {
  const core = new URL('dist/', pathToFileURL(join(folder, 'node_modules/@tensorflow/tfjs-core/')));
  const hooks = registerHooks({
    resolve: (name, context, next) => {
      const isOwn = name.startsWith('.') && context.parentURL?.startsWith(core.href) === true;
      return next(isOwn && !name.endsWith('.js') ? `${name}.js` : name, context);
    },
  });
  try {
    await import(new URL('register_all_gradients.js', core).href);
  } finally {
    hooks.deregister();
  }
}

function residentSoftmax(shapes: readonly (readonly number[])[], facts: DeviceFacts): RungPlan | null {
  const [rows = 0, columns = 0] = shapes[0] ?? [];
  const variant = family.variants.find(({ name }) => name === 'resident');
  const params = { rows, columns, mask: 'none', fill: 'uniform', dtype: 'f32' } as const;
  const plan = variant && planFor(variant, params, facts);
  if (!plan || 'skip' in plan) return null;
  return { plan, operands: ['x'], result: 'y', load: familyFiles('softmax') };
}

function waves(count: number, pace: number): Float32Array {
  return Float32Array.from({ length: count }, (_, at) => 2 * Math.sin(pace * (at + 1)));
}

// Both leave the device by the library's own way.
async function furthest(ours: readonly Tensor[], theirs: readonly Tensor[]): Promise<number> {
  const apart = await Promise.all(
    ours.map(async (tensor, at) => {
      const [a, b] = [await tensor.data(), (await theirs[at]?.data()) ?? []];
      if (a.length !== b.length || a.length === 0) return Infinity;
      return Math.max(...a.map((value, place) => Math.abs(value - (b[place] ?? NaN))));
    }),
  );
  return Math.max(...apart);
}

// eslint-disable-next-line vitest/no-disabled-tests -- without the library there is nothing to be a kernel of
describe.skipIf(!existsSync(entry))('where `pnpm libraries` has installed tfjs', () => {
  let tf: Tfjs;
  const texts: string[] = [];
  let soft: (inputs: Operands) => TensorInfo;
  let norm: (inputs: Operands) => TensorInfo;
  let layer: (inputs: Operands) => TensorInfo;
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  // The worker goes on to other files.
  afterAll(() => {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
  });
  beforeAll(async () => {
    const { device, facts } = gpu();
    const create = device.createShaderModule.bind(device);
    device.createShaderModule = (descriptor) => {
      texts.push(descriptor.code);
      return create(descriptor);
    };
    tf = await open();
    await loadGradients();
    soft = registerOperator(tf, facts, {
      name: 'LadderSoftmax',
      operands: ['x'],
      of: (x) => softmax(x),
      rung: residentSoftmax,
    });
    norm = registerOperator(tf, facts, {
      name: 'LadderNorm',
      operands: ['x', 'gain', 'shift'],
      of: (x, gain, shift) => layerNorm(x, gain, shift),
    });
    layer = registerOperator(tf, facts, {
      name: 'LadderLayer',
      operands: ['x', 'w', 'b'],
      of: (x, w, b) => relu(add(matmul(x, w), b)),
    });
  });

  test('an own WGSL text is a kernel of tfjs', async () => {
    expect(tf.getKernel('LadderSoftmax', 'webgpu')).toBeDefined();
    const x = tf.tensor(waves(33 * 257, 0.7), [33, 257]);
    const [pass] = residentSoftmax([x.shape], gpu().facts)?.plan.passes ?? [];
    const own = pass ? shaderText(pass.wgsl, familyFiles('softmax')) : '';
    // Between two kernels of the library: what it reads is there, and what it writes is read.
    const [ours] = tf.tidy(() => [tf.mul(soft({ x: tf.add(x, 1) }), 3)]);
    const [theirs] = tf.tidy(() => [tf.mul(tf.softmax(tf.add(x, 1)), 3)]);
    expect(await furthest(ours ? [ours] : [], theirs ? [theirs] : [])).toBeLessThan(1e-6);
    expect(texts.filter((text) => text === own)).toHaveLength(1);
  });

  test('its outputs and gradients are those of tfjs', async () => {
    const x = tf.tensor(waves(6 * 20, 0.7), [6, 20]);
    const [gain, shift] = [tf.tensor(waves(20, 0.3), [20]), tf.tensor(waves(20, 0.9), [20])];
    const [w, b] = [tf.tensor(waves(20 * 8, 0.11), [20, 8]), tf.tensor(waves(8, 0.5), [8])];
    const normed = (y: TensorInfo, g: TensorInfo, s: TensorInfo) => {
      const { mean, variance } = tf.moments(y, 1, true);
      return tf.add(tf.mul(tf.mul(tf.sub(y, mean), tf.rsqrt(tf.add(variance, 1e-5))), g), s);
    };
    const weighted = (y: TensorInfo) =>
      tf.sum(tf.mul(y, tf.tensor(waves(6 * (y.shape[1] ?? 1), 1.3), y.shape)));
    const errors = async (own: Call, theirs: Call, operands: readonly Tensor[]) => {
      const all = (call: Call) => [
        ...tf.tidy(() => [call(...operands)]),
        ...tf.grads((...given) => weighted(call(...given)))(operands),
      ];
      return furthest(all(own), all(theirs));
    };
    const worst = [
      await errors(
        (y) => soft({ x: y }),
        (y) => tf.softmax(y),
        [x],
      ),
      await errors((y, g, s) => norm({ x: y, gain: g, shift: s }), normed, [x, gain, shift]),
      await errors(
        (y, u, c) => layer({ x: y, w: u, b: c }),
        (y, u, c) => tf.relu(tf.add(tf.matMul(y, u), c)),
        [x, w, b],
      ),
    ];
    expect(Math.max(...worst)).toBeLessThan(1e-5);
  });

  test('leaves nothing behind', async () => {
    const x = tf.tensor(waves(60, 0.7), [3, 20]);
    const [w, b] = [tf.tensor(waves(20 * 8, 0.11), [20, 8]), tf.tensor(waves(8, 0.5), [8])];
    const once = async () => {
      // The slope of a layer takes kernels with memory between them.
      const slopes = tf.grads((y, u, c) => tf.sum(layer({ x: soft({ x: y }), w: u, b: c })))([x, w, b]);
      await Promise.all(slopes.map((slope) => slope.data()));
      slopes.forEach((slope) => slope.dispose());
      return tf.memory();
    };
    const { numTensors, numBytesInGPU } = await once();
    expect(await once()).toMatchObject({ numTensors, numBytesInGPU });
  });

  test('refuses what is no float, and shapes that do not fit', () => {
    const whole = tf.tensor([1, 2, 3], [3], 'int32');
    expect(() => soft({ x: whole })).toThrow('LadderSoftmax takes float32, its "x" is int32');
    const [x, w] = [tf.tensor(waves(6, 1), [2, 3]), tf.tensor(waves(8, 1), [4, 2])];
    expect(() => layer({ x, w, b: tf.tensor([1, 2], [2]) })).toThrow(/\[2,3\].*\[4,2\]/);
  });
});
