// One source for every element type: the same function of values runs in each of them on every device. What this adapter lacks, the
// emulator has.
import { add, compile, evaluate, graphOf, input, mul, softmax, sum } from '@kernel-ladder/fusion';
import type { Dtype, Expression } from '@kernel-ladder/fusion';
import { emulatedDevice, emulatePlan, useTestGpu, validateWgsl } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import { toElements } from './arrays.ts';
import { randomWords } from './random.ts';
import type { Tensor } from './index.ts';
import { devices, errorOf, tolerance, useDevice } from './testing.ts';

const gpu = useTestGpu();
const shape = [6, 33];

/** A kernel's worth of operators, and the types that they are for. */
interface Source {
  readonly name: string;
  readonly of: (x: Expression, y: Expression) => Expression;
  readonly dtypes: readonly Dtype[];
}

const numbers = ['f32', 'f16', 'i32', 'u32'] as const;

const sources: readonly Source[] = [
  { name: 'elementwise', of: (x, y) => add(mul(x, y), x), dtypes: numbers },
  { name: 'reduce', of: (x) => sum(x, { axes: [1] }), dtypes: numbers },
  { name: 'softmax', of: (x) => softmax(x), dtypes: ['f32', 'f16'] },
];

const each = sources.flatMap(({ dtypes, ...source }) => dtypes.map((dtype) => ({ ...source, dtype })));

// Fractions for floats, whole numbers that wrap in a product for integers.
function elementsOf(dtype: Dtype, seed: number) {
  const isFloat = dtype === 'f32' || dtype === 'f16';
  const draw = (place: number) =>
    randomWords(seed, place)[0] / (isFloat ? 2 ** 31 : 2 ** 8) - (isFloat ? 1 : 0);
  return toElements(
    dtype,
    Array.from({ length: 6 * 33 }, (_, place) => draw(place)),
  );
}

function graphFor({ of, dtype }: Pick<(typeof each)[number], 'of' | 'dtype'>) {
  const names = [
    { name: 'x', type: { dtype, shape } },
    { name: 'y', type: { dtype, shape } },
  ];
  return graphOf([of(input('x', dtype, shape), input('y', dtype, shape))], names);
}

function feedsOf(dtype: Dtype) {
  return { x: elementsOf(dtype, 1), y: elementsOf(dtype, 2) };
}

function dueOf(one: (typeof each)[number]): Float64Array {
  const [due = new Float64Array()] = evaluate(graphFor(one), feedsOf(one.dtype));
  return due;
}

describe.for(devices(gpu))('$name', ({ name, open }) => {
  const device = useDevice(open);

  test.for(each)(`every legal type from one source: $name of $dtype on ${name}`, async (one) => {
    const { dtype, of } = one;
    const feeds = feedsOf(dtype);
    const make = () =>
      device().scope(() => {
        const [x, y] = [device().tensor(feeds.x, { shape }), device().tensor(feeds.y, { shape })];
        return device().apply(one.name, of(x.value.expression, y.value.expression));
      });
    const error = device().dtypes.includes(dtype) ? await errorWhere(make, one) : refusalOf(make);
    const bound = tolerance[dtype];
    expect(error).toSatisfy((said) =>
      typeof said === 'number' ? said <= bound : said === `${name} has no ${dtype} here`,
    );
  });
});

async function errorWhere(make: () => Tensor, one: (typeof each)[number]): Promise<number> {
  using result = make();
  return result.dtype === one.dtype ? errorOf(await result.read(), dueOf(one)) : Infinity;
}

// What a device says of a type that it has not.
function refusalOf(make: () => Tensor): string | null {
  try {
    make()[Symbol.dispose]();
    return null;
  } catch (error) {
    return /\w+ has no \w+ here/.exec(String(error))?.[0] ?? String(error);
  }
}

test.for(each)(
  'every legal type from one source: $name of $dtype on a device with all types',
  async (one) => {
    const { plan } = compile(graphFor(one), emulatedDevice(32));
    for (const { wgsl } of plan.passes)
      expect(await validateWgsl('text' in wgsl ? wgsl.text : '')).toEqual([]);
    const due = dueOf(one);
    const { outputs, hazards } = emulatePlan({
      plan,
      inputs: feedsOf(one.dtype) as { readonly [Name in 'x' | 'y']: Float32Array }, // Numbers of the types above.
      outputs: { result: { type: one.dtype as 'f32', length: due.length } },
      load: (file) => file,
      subgroupSize: 32,
    });
    expect(hazards).toEqual([]);
    expect(errorOf(outputs['result'] ?? [], due)).toBeLessThanOrEqual(tolerance[one.dtype]);
  },
);

test('the kernels of two types differ in the words for them alone', () => {
  const texts = (['f32', 'f16', 'i32'] as const).map((dtype) => {
    const { plan } = compile(graphFor({ of: (x, y) => add(mul(x, y), x), dtype }), emulatedDevice(32));
    return plan.passes.map(({ wgsl }) =>
      ('text' in wgsl ? wgsl.text : '').replace('enable f16;\n', '').replaceAll(dtype, 'T'),
    );
  });
  for (const text of texts) expect(text).toEqual(texts[0]);
});
