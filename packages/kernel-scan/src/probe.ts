// How often tiles look, look in vain and are summed up by others: a launch that counts. It computes the same and is never timed.
import { createLaunch, edit, planFor, readBuffer, submitPasses } from '@kernel-ladder/harness';
import type { DeviceFacts, Family, Gpu, Plan, Skip, WgslLoader } from '@kernel-ladder/harness';
import { fillPass } from '@kernel-ladder/kernel-kit';
import type { ScanCase } from './cases.ts';
import { family } from './family.ts';

/** What one launch counted. */
export interface Looks {
  /** Times that states of tiles were read: a window by a subgroup in `look-back`, a tile by a thread in the others. */
  readonly looks: number;
  /** Those that found a tile silent. */
  readonly spins: number;
  /** Tiles that were summed up by others than their owner. */
  readonly fallbacks: number;
}

/** What to count: a rung whose tiles look at each other, and `n` elements in a storage buffer of whole vec4s. */
export interface ProbeRequest {
  readonly rung: 'look-back' | 'windowed' | 'look-ahead';
  readonly params: ScanCase;
  readonly values: GPUBuffer;
  readonly load: WgslLoader;
  /** A change of the kernel before it counts. */
  readonly change?: (plan: Plan) => Plan;
}

/** Launches a rung once with counters. Throws where the device or the case has no plan, or nothing looks. */
export async function probeLooks(gpu: Gpu, request: ProbeRequest): Promise<Looks> {
  const { rung, params, values, load } = request;
  const plan = countedPlan(gpu.facts, request);
  if ('skip' in plan) throw new Error(`${rung} cannot be probed here: ${plan.skip.message}`);
  const launch = await createLaunch(gpu, {
    family: counting,
    params,
    plan,
    data: { buffers: new Map([['values', values]]) },
    load,
  });
  try {
    await submitPasses(gpu, [launch.encode(0)]);
    const counters = launch.outputs.get('counters');
    if (!counters) throw new Error('the launch has no counters');
    const words = new Uint32Array(await readBuffer(gpu, counters, { offset: 0, bytes: 12 }));
    const [looks = 0, spins = 0, fallbacks = 0] = words;
    return { looks, spins, fallbacks };
  } finally {
    launch.free();
  }
}

const counting: Family<ScanCase> = {
  ...family,
  outputs: (params) => ({ ...family.outputs(params), counters: { type: 'u32', length: 4 } }),
};

function countedPlan(facts: DeviceFacts, { rung, params, change }: ProbeRequest): Plan | Skip {
  const variant = family.variants.find(({ name }) => name === rung);
  if (!variant) throw new Error(`${rung} is no rung of ${family.name}`);
  const plan = planFor(variant, params, facts);
  if ('skip' in plan) return plan;
  const counted = edits[rung].reduce(
    (current, [find, replace]) => edit(`${rung}.wgsl`, find, replace)(current),
    change ? change(plan) : plan,
  );
  const reset = fillPass({ buffer: 'counters', element: 'u32', count: 4 });
  const passes = counted.passes.map((pass) =>
    pass.bindings.includes('state') && pass.bindings.length > 1
      ? { ...pass, bindings: [...pass.bindings, 'counters'] }
      : pass,
  );
  return { ...counted, passes: [reset, ...passes] };
}

type Edits = readonly (readonly [find: string, replace: string])[];

const declared = [
  'struct Seen {',
  `@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;

struct Seen {`,
] as const;

// Both rungs look through window.wgsl.
const windowEdits: Edits = [
  declared,
  [
    'return Seen(word == 0u, bitcast',
    `atomicAdd(&counters[0], 1u);
  atomicAdd(&counters[1], u32(word == 0u));
  return Seen(word == 0u, bitcast`,
  ],
  ['publish_for(tile, sum);', 'publish_for(tile, sum);\n    atomicAdd(&counters[2], 1u);'],
];

const edits: { readonly [rung in ProbeRequest['rung']]: Edits } = {
  'look-back': [
    declared,
    [
      'looks++;\n',
      `looks++;
    if (lane == 0u) {
      atomicAdd(&counters[0], 1u);
      atomicAdd(&counters[1], u32(to_silent < to_prefix));
    }
`,
    ],
    [
      'publish_for(end, recomputed);',
      'publish_for(end, recomputed);\n          atomicAdd(&counters[2], 1u);',
    ],
  ],
  windowed: windowEdits,
  'look-ahead': windowEdits,
};
