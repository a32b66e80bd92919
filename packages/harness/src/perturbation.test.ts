// Kernels that are taken apart: what each perturbation leaves of a text, what it refuses, and what times of the rest say.
import { heldBack } from '@kernel-ladder/schema';
import type { PerturbationKind, Perturbations } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import { doubleCase, family } from '../fixtures/double/family.ts';
import { emulatedDevice } from './emulator/check-rung.ts';
import { emulate, Memory, whole } from './emulator/emulate.ts';
import { createCaseData } from './launch/case-data.ts';
import { createLaunch } from './launch/launch.ts';
import { measurePerturbations } from './perturb/measure.ts';
import { perturbText } from './perturb/kinds.ts';
import type { TextKind } from './perturb/kinds.ts';
import { perturbPlan } from './perturb/perturb-plan.ts';
import { useSoftwareGpu } from './testing/software-gpu.ts';
import { generated } from './wgsl/wgsl.ts';

const gpu = useSoftwareGpu();

// All texts are at hand: no file is looked for.
const load = () => '';

const bindings = `
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> doubled: array<f32>;
`;
const entry = `
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3u) {
  let first = group.x * 64u + thread;
`;

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

const waiting = `
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> doubled: array<atomic<u32>>;
${entry}
  atomicAdd(&doubled[thread], u32(values[first]));
  loop {
    let seen = atomicLoad(&doubled[0]);
    if (seen > 0u) {
      break;
    }
  }
}
`;

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

  test('a plan is refused in words where no pass has what is taken', () => {
    expect(perturb('copies', 'no-barriers')).toEqual({ refused: 'it has no barriers' });
    expect(perturb('copies', 'half-occupancy', 'NVIDIA H200')).toHaveProperty('plan');
    expect(perturb('waits', 'half-occupancy', 'NVIDIA H200')).toMatchObject({
      refused: expect.stringContaining('wait for one another'),
    });
    expect(perturb('copies', 'half-occupancy', 'an unknown card')).toHaveProperty('refused');
  });
});

const probes = {
  copies: `${bindings}${entry} doubled[first] = 2.0 * values[first]; }`,
  waits: waiting,
  // One load for two thousand multiply-adds in a row.
  computes: `${bindings}${entry}
  var x = values[first];
  for (var turn = 0u; turn < 500u; turn++) {
    x = fma(x, 0.5, 1.0);
    x = fma(x, 0.25, x);
    x = fma(x, 0.125, x);
    x = fma(x, 0.5, 0.25);
  }
  doubled[first] = x;
}`,
  // A load at another place for each addition.
  loads: `${bindings}${entry}
  var sum = 0.0;
  for (var turn = 0u; turn < 500u; turn++) {
    sum += values[(first * 61u + turn * 6151u) % 4096u];
  }
  doubled[first] = sum;
}`,
};

function planOf(name: keyof typeof probes) {
  const pass = {
    wgsl: generated(`${name}.wgsl`, probes[name]),
    bindings: ['values', 'doubled'],
    workgroups: [64, 1, 1] as const,
  };
  return { passes: [pass], implBytes: 1, longestSum: 1 };
}

function perturb(name: keyof typeof probes, kind: PerturbationKind, device = 'an emulated device') {
  return perturbPlan(planOf(name), kind, { load, facts: { ...emulatedDevice(32), name: device } });
}

async function timesOf(name: keyof typeof probes) {
  const params = doubleCase(4096);
  const data = await createCaseData(gpu(), { family, params, seed: 1 });
  const spec = { family, params, plan: planOf(name), data, load };
  const launch = await createLaunch(gpu(), spec);
  const machine = {
    timer: { tickNs: 1, quantized: false, passOverheadNs: 0, dispatchNs: 0 },
    llc: { bytes: 0, source: 'default' as const },
  };
  try {
    return await measurePerturbations(
      { gpu: gpu(), family, load, machine, clock: null },
      { spec, launch, medianNs: 1e6 },
    );
  } finally {
    launch.free();
    data.free();
  }
}

// Of three turns on shared processors no interval says anything, and twice of something is soon lost in noise.
function ofMedians({ ownNs, timed }: Perturbations): Pick<Perturbations, 'timed'> {
  const plain = timed.filter(({ kind }) => kind === 'no-loads' || kind === 'no-arithmetic');
  return {
    timed: plain.map((each) => {
      const ratio = each.ns / ownNs;
      return { ...each, ratio, low: ratio, high: ratio };
    }),
  };
}

describe('times of perturbed kernels', () => {
  test(
    'a kernel that computes is held back by arithmetic, and one that loads is not',
    { retry: 2 },
    async () => {
      const [computes, loads] = [await timesOf('computes'), await timesOf('loads')];
      expect(heldBack(ofMedians(computes))?.by).toBe('arithmetic');
      expect(heldBack(ofMedians(loads))?.by).not.toBe('arithmetic');
      expect(loads.refused.map(({ kind }) => kind)).toContain('no-barriers');
    },
  );
});
