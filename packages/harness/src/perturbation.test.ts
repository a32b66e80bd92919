// Kernels that are taken apart: what each perturbation leaves of a text, and what it refuses.
import type { PerturbationKind } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import { bindings, entry, planOf, waiting } from '../fixtures/probes.ts';
import type { probes } from '../fixtures/probes.ts';
import { emulatedDevice } from './emulator/check-rung.ts';
import { emulate, Memory, whole } from './emulator/emulate.ts';
import { perturbText } from './perturb/kinds.ts';
import type { TextKind } from './perturb/kinds.ts';
import { perturbPlan } from './perturb/perturb-plan.ts';
import { generated, shaderText } from './wgsl/wgsl.ts';

// All texts are at hand: no file is looked for.
const load = () => '';

/** Loads, stages, meets, computes in a helper, stores. */
const staged = `${bindings}
var<workgroup> tile: array<f32, 64>;

fn weigh(x: f32, y: f32) -> f32 {
  return 0.5 * x + y;
}
${entry}
  tile[thread] = values[first];
  workgroupBarrier();
  var sum = 0.0;
  for (var step = 0u; step < 4u; step++) {
    sum += weigh(tile[(thread + step) % 64u], values[first]);
  }
  doubled[first] = sum;
}
`;

/** Bytes that two workgroups move, by variable. */
function moved(text: string): { readonly [name: string]: number } {
  const memories = [new Memory('values', 1024, true), new Memory('doubled', 1024)];
  const dispatch = {
    file: 'probe.wgsl',
    text,
    workgroups: [2, 1, 1] as const,
    bindings: memories.map(whole),
  };
  return Object.fromEntries(emulate([dispatch], { subgroupSize: 4 }).moved);
}

const bytes = 2 * 64 * 4;

describe('what is left of a kernel', () => {
  test('the whole kernel loads each of its values five times and stores once', () => {
    expect(moved(staged)).toMatchObject({ values: 5 * bytes, doubled: bytes });
  });

  test('without loads it reads nothing from global memory, and stores as much', () => {
    const left = perturbText(staged, 'no-loads');
    expect(moved(left)['values'] ?? 0).toBe(0);
    expect(moved(left)['doubled']).toBe(bytes);
    // A place makes the number: the same one in every turn of a loop would be computed once.
    expect(left).toContain('stand_in_f32(u32(first))');
  });

  test('without stores it loads as much and writes nothing', () => {
    expect(moved(perturbText(staged, 'no-stores'))).toMatchObject({ values: 5 * bytes });
    expect(moved(perturbText(staged, 'no-stores'))['doubled'] ?? 0).toBe(0);
  });

  test('without arithmetic it loads, meets and stores as much, and multiplies nothing that it has loaded', () => {
    const left = perturbText(staged, 'no-arithmetic');
    expect(moved(left)).toMatchObject({ values: 5 * bytes, doubled: bytes });
    expect(left).toContain('workgroupBarrier');
    expect(left).not.toMatch(/0\.5 \*|sum \+=/);
    // What moves into workgroup memory as it is waits for nobody.
    expect(left).toContain('tile[thread] = values[first];');
    expect(left).toContain('keep_f32(tile[');
  });

  test('with twice the arithmetic it multiplies and adds again, and moves as much', () => {
    const more = perturbText(staged, 'twice-arithmetic');
    expect(moved(more)).toMatchObject({ values: 5 * bytes, doubled: bytes });
    expect(more).toContain('fma(0.5, x, fma(0.5, x, y))');
    expect(more).toContain('(step < 4u); step += 1');
  });

  test('without barriers nobody meets', () => {
    expect(perturbText(staged, 'no-barriers')).not.toContain('Barrier');
  });

  test('an empty kernel moves nothing', () => {
    expect(moved(perturbText(staged, 'empty'))).toEqual({ values: 0, doubled: 0 });
  });
});

describe('what decides about loops is left alone', () => {
  test('without waiting a kernel has no loop that ends by what others publish', () => {
    expect(perturbText(waiting, 'no-waits')).not.toContain('loop');
  });

  test.for<readonly [kind: TextKind, text: string, why: string]>([
    ['no-atomics', waiting, 'its loops wait by its atomics'],
    ['no-waits', staged, 'it waits for no other workgroup'],
    ['no-atomics', staged, 'it has no atomics whose result nobody uses'],
    ['no-barriers', waiting, 'it has no barriers'],
    ['no-stores', waiting, 'it stores nothing in global memory'],
    [
      'no-loads',
      `${bindings}${entry} doubled[u32(values[first])] = 1.0; }`,
      'what it loads decides where it goes in global memory',
    ],
    [
      'no-loads',
      `${bindings}${entry} var x = 0.0; while (x < values[first]) { x += 1.0; } doubled[first] = x; }`,
      'what it loads decides how often its loops turn',
    ],
    [
      'no-arithmetic',
      `${bindings}${entry} doubled[first] = values[2u * first]; }`,
      'it has no arithmetic on what it loads',
    ],
  ])('%s refuses a kernel with its reason', ([kind, text, why]) => {
    expect(() => perturbText(text, kind)).toThrow(why);
  });

  // A mark beside a loaded value, as one structure.
  const marked = `
struct Seen { kind: u32, value: f32 }
${bindings}${entry}
  var seen = Seen(thread, values[first]);
  while (seen.MEMBER < 9) { seen.kind += 1u; seen.value += 1.0; }
  doubled[first] = seen.value;
}`;

  test('of a structure each member is followed by itself', () => {
    const [kind, value] = [marked.replace('MEMBER', 'kind'), marked.replace('MEMBER', 'value')];
    expect(perturbText(kind, 'no-loads')).toContain('Seen(thread, stand_in_f32(u32(first)))');
    expect(() => perturbText(value, 'no-loads')).toThrow('decides how often its loops turn');
    const loaded = kind
      .replace('array<f32>', 'array<Seen>')
      .replace('Seen(thread, values[first])', 'values[first]');
    expect(() => perturbText(loaded, 'no-loads')).toThrow('decides how often its loops turn');
  });

  test('a plan is refused in words where no pass has what is taken', () => {
    expect(perturb('copies', 'no-barriers')).toEqual({ refused: 'it has no barriers' });
    expect(perturb('copies', 'half-occupancy', 'NVIDIA H200')).toHaveProperty('plan');
    expect(perturb('waits', 'half-occupancy', 'NVIDIA H200')).toMatchObject({
      refused: expect.stringContaining('wait for one another'),
    });
    expect(textOf(perturb('waits', 'no-loads'))).toMatch(/trips_0_ >= 16384u/);
    expect(textOf(perturb('copies', 'no-loads'))).not.toContain('trips');
    expect(perturb('copies', 'half-occupancy', 'an unknown card')).toHaveProperty('refused');
  });
});

/** Finds how far each workgroup goes, then goes so far. */
const twoPasses = (counts: string, goes: string) => ({
  passes: [
    {
      wgsl: generated('counts.wgsl', counts),
      bindings: ['values', 'ends'],
      workgroups: [64, 1, 1] as const,
    },
    {
      wgsl: generated('goes.wgsl', goes),
      bindings: ['ends', 'sums'],
      workgroups: [64, 1, 1] as const,
    },
  ],
  implBytes: 0,
  longestSum: 1,
});

const sums = (bound: string) =>
  `${bindings}${entry} var sum = 0.0; for (var at = 0.0; at < ${bound}; at += 1.0) { sum += 0.5 * values[thread]; } doubled[first] = sum; }`;

test('a pass by whose results loops of a later one end is left as it is', () => {
  const counts = `${bindings}${entry} doubled[first] = 0.5 * values[first]; }`;
  const storesLeft = (bound: string) => {
    const made = perturbPlan(twoPasses(counts, sums(bound)), 'no-stores', {
      load,
      facts: emulatedDevice(32),
    });
    if ('refused' in made) throw new Error(made.refused);
    return made.plan.passes.map(({ wgsl }) => shaderText(wgsl, load).includes('doubled[first] ='));
  };
  expect(storesLeft('values[first]')).toEqual([true, false]);
  expect(storesLeft('9.0')).toEqual([false, false]);
});

function textOf(made: ReturnType<typeof perturbPlan>): string {
  const [pass] = 'plan' in made ? made.plan.passes : [];
  return pass ? shaderText(pass.wgsl, load) : '';
}

function perturb(name: keyof typeof probes, kind: PerturbationKind, device = 'an emulated device') {
  return perturbPlan(planOf(name), kind, { load, facts: { ...emulatedDevice(32), name: device } });
}
