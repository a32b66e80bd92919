// The emulator on small kernels, right as they stand, and on each of them with one mistake.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { emulate, inTurn, Memory, shuffled, stalling, whole } from './emulate.ts';
import type { Emulated, Order } from './emulate.ts';

type Change = readonly [find: string, replace: string];

function fixture(name: string, changes: readonly Change[] = []): string {
  const text = readFileSync(new URL(`../../fixtures/emulator/${name}`, import.meta.url), 'utf8');
  return changes.reduce((current, [find, replace]) => {
    expect({ find, times: current.split(find).length - 1 }).toEqual({ find, times: 1 });
    return current.replace(find, () => replace);
  }, text);
}

function input(name: string, words: readonly number[]): Memory {
  const memory = new Memory(name, 4 * words.length, true);
  memory.u32.set(words);
  return memory;
}

function room(name: string, words: number): Memory {
  const memory = new Memory(name, 4 * words);
  memory.u32.fill(0xdeadbeef);
  return memory;
}

const counting = (length: number) => Array.from({ length }, (_, index) => index + 1);

function kinds({ hazards }: Emulated): readonly string[] {
  return [...new Set(hazards.map(({ kind }) => kind))];
}

function tileSums(...changes: readonly Change[]) {
  const memories = [input('values', counting(200)), room('result', 200), room('sums', 4)];
  const text = fixture('tile-sums.wgsl', changes);
  const bindings = memories.map(whole);
  const run = emulate([{ file: 'tile-sums.wgsl', text, workgroups: [4, 1, 1], bindings }], {
    subgroupSize: 8,
    fuel: 100_000,
  });
  return { ...run, result: memories[1]!.u32.slice(0, 200) };
}

describe('a tree over workgroup memory', () => {
  test('is right as it stands, without a hazard', () => {
    const { hazards, result } = tileSums();
    expect(hazards).toEqual([]);
    expect([result[0], result[199]]).toEqual([1 + 2080, 200 + 1572]);
  });

  test.for<readonly [string, string, Change]>([
    ['a barrier dropped before the tree', 'race', ['// All values are there.\n  workgroupBarrier();', '']],
    ['a barrier dropped between levels', 'race', ['// A level is complete.\n    workgroupBarrier();', '']],
    ['a barrier of the wrong memory', 'race', ['storageBarrier();', 'workgroupBarrier();']],
    [
      'an index one past the end of workgroup memory',
      'out-of-bounds',
      ['partial[thread] = own', 'partial[thread + 1u] = own'],
    ],
    ['a write one past the end of storage', 'out-of-bounds', ['result[at] =', 'result[at + 1u] =']],
    [
      'a barrier that half of the threads reach',
      'divergent-barrier',
      ['// The sum is in storage.\n  storageBarrier();', 'if (thread < 32u) { storageBarrier(); }'],
    ],
    [
      'a barrier in a loop of as many turns as a thread has',
      'divergent-barrier',
      ['// The sum is in storage.\n', 'for (var turn = 0u; turn < thread; turn++) { workgroupBarrier(); }\n'],
    ],
    [
      'a return before a barrier',
      'divergent-barrier',
      ['var own = 0u;', 'var own = 0u; if (at >= N) { return; }'],
    ],
    [
      'a read of what nobody wrote',
      'unwritten-read',
      ['sums[group.x] = partial[0];', 'sums[group.x] += partial[0];'],
    ],
    [
      'a word that all workgroups write',
      'unordered-workgroups',
      ['sums[group.x] = partial[0];', 'sums[0] = partial[0]; sums[group.x] = partial[0];'],
    ],
    ['a loop without an end', 'endless', ['stride /= 2u', 'stride += 0u']],
  ])('%s: %s', ([, kind, change]) => {
    expect(kinds(tileSums(change))).toContain(kind);
  });

  test('a write to an input: changed-input', () => {
    const run = tileSums(
      ['var<storage, read> values', 'var<storage, read_write> values'],
      ['var own = 0u;', 'var own = 0u; values[at] = 1u;'],
    );
    expect(kinds(run)).toEqual(['changed-input']);
  });

  test('says where, what and who', () => {
    const [first] = tileSums(['partial[thread] = own', 'partial[thread + 1u] = own']).hazards;
    expect(first).toEqual({
      kind: 'out-of-bounds',
      message: 'tile-sums.wgsl:17: partial[64] is outside its 64 elements, for thread 63 of workgroup 0',
      file: 'tile-sums.wgsl',
      line: 17,
    });
  });

  test('a subgroup operation that some lanes do not reach: divergent-subgroup', () => {
    const run = tileSums(['own = values[at];', 'own = subgroupAdd(values[at]);']);
    expect(kinds(run)).toEqual([]);
    const odd = tileSums([
      'if (at < N) {\n    own = values[at];',
      'if (at % 2u == 0u) {\n    own = subgroupAdd(at);',
    ]);
    expect(kinds(odd)).toEqual(['divergent-subgroup']);
  });
});

function handOver(order: Order, ...changes: readonly Change[]) {
  const memories = [input('values', counting(20)), room('result', 1), room('state', 6), room('plain', 6)];
  const text = fixture('hand-over.wgsl', changes);
  const zero =
    'alias Element = u32;\n@group(0) @binding(0) var<storage, read_write> words: array<u32>;\n@compute @workgroup_size(6) fn main(@builtin(local_invocation_index) at: u32) { words[at] = 0u; }';
  const run = emulate(
    [
      { file: 'zero.wgsl', text: zero, workgroups: [1, 1, 1], bindings: [whole(memories[2]!)] },
      { file: 'hand-over.wgsl', text, workgroups: [5, 1, 1], bindings: memories.map(whole) },
    ],
    { subgroupSize: 8, order, fuel: 100_000 },
  );
  return { ...run, result: memories[1]!.u32[0] };
}

const orders: readonly Order[] = [
  inTurn,
  ...Array.from({ length: 20 }, (_, seed) => shuffled(seed)),
  ...[1, 2].flatMap((at) => [stalling(1, at), stalling(2, at)]),
];

describe('a hand-over between workgroups', () => {
  test('is right in any order where flag and value share an atomic word', () => {
    for (const order of orders) {
      const { hazards, result, needsForwardProgress } = handOver(order);
      expect({ order: order.name, hazards, result, needsForwardProgress }).toEqual({
        order: order.name,
        hazards: [],
        result: 210,
        needsForwardProgress: false,
      });
    }
  });

  test('plain values behind an atomic ticket are unordered, in whatever order they run', () => {
    const changes: readonly Change[] = [
      ['atomicStore(&state[1u + tile], READY | sum);', 'plain[tile] = sum;'],
      ['total += collect(tile);', 'total += plain[tile];'],
    ];
    for (const order of orders.slice(0, 3))
      expect(kinds(handOver(order, ...changes))).toEqual(['unordered-workgroups']);
  });

  test.for<readonly [string, string]>([
    ['before its value', 'atomicStore(&state[0], 1u); plain[0] = sum;'],
    ['after its value', 'plain[0] = sum; atomicStore(&state[0], 1u);'],
  ])('a plain value is unordered where its flag is published %s', ([, publish]) => {
    const changes: readonly Change[] = [
      ['publish(group.x, sum);', `if (group.x == 0u) { ${publish} }`],
      ['if (atomicAdd(&state[0], 1u) == TILES - 1u)', 'if (group.x == 4u && atomicLoad(&state[0]) == 1u)'],
      ['total += collect(tile);', 'total += plain[0];'],
    ];
    expect(kinds(handOver(inTurn, ...changes))).toEqual(['unordered-workgroups']);
  });

  // Both words are atomic, and no word is torn: only the order between the two is nobody's promise.
  test.for<readonly [string, string]>([
    ['behind its value', 'atomicStore(&state[1u + tile], sum); atomicAdd(&state[0], 1u << 16u);'],
    ['before its value', 'atomicAdd(&state[0], 1u << 16u); atomicStore(&state[1u + tile], sum);'],
  ])('a value in a word of its own comes late where its flag is published %s', ([, publish]) => {
    const changes: readonly Change[] = [
      ['atomicStore(&state[1u + tile], READY | sum);', publish],
      [
        'while (word < READY) {\n    word = atomicLoad(&state[1u + tile]);\n  }\n  return word - READY;',
        'return word;',
      ],
      [
        'if (atomicAdd(&state[0], 1u) == TILES - 1u)',
        'if ((atomicAdd(&state[0], 1u) & 0xffffu) == TILES - 1u)',
      ],
    ];
    const results = orders.map((order) => handOver(order, ...changes).result);
    expect(results[0]).toBe(210);
    expect(results.filter((result) => result !== 210).length).toBeGreaterThan(3);
  });

  test('a workgroup that waits for another one needs forward progress, and ends once it is given', () => {
    const changes: readonly Change[] = [
      ['if (atomicAdd(&state[0], 1u) == TILES - 1u)', 'if (group.x == 4u)'],
    ];
    const stalled = orders.slice(21).map((order) => handOver(order, ...changes));
    expect(stalled.map(({ hazards, result }) => ({ hazards, result }))).toEqual(
      stalled.map(() => ({ hazards: [], result: 210 })),
    );
    expect(stalled.some(({ needsForwardProgress }) => needsForwardProgress)).toBe(true);
  });

  test('a wait for what never comes is endless', () => {
    const run = handOver(shuffled(1), ['publish(group.x, sum);', '']);
    expect(kinds(run)).toEqual(['endless']);
  });
});

function double(...changes: readonly Change[]) {
  const memories = [input('values', counting(32)), room('doubled', 32), room('kept', 32)];
  const text = fixture('double.wgsl', changes);
  return emulate([{ file: 'double.wgsl', text, workgroups: [2, 1, 1], bindings: memories.map(whole) }], {
    subgroupSize: 8,
  });
}

// What an earlier launch left can only be read: a launch that reads nothing of the kind is a function of its inputs.
describe('a kernel that leans on an earlier launch reads what its own has not written', () => {
  test('is left alone as it stands', () => {
    expect(double().hazards).toEqual([]);
  });

  test.for<readonly [string, readonly Change[]]>([
    [
      'returns when its output is no longer poison',
      [['// Before the work.', 'if (bitcast<u32>(doubled[at]) != 0x7fc0deadu) { return; }']],
    ],
    [
      'keeps a flag in scratch',
      [
        ['// Before the work.', 'if (kept[at] == 1u) { return; }'],
        ['// After the work.', 'kept[at] = 1u;'],
      ],
    ],
    [
      'keeps its result in scratch',
      [
        [
          '// Before the work.',
          'if (kept[at] != 0xdeadbeefu) { doubled[at] = bitcast<f32>(kept[at]); return; }',
        ],
        ['// After the work.', 'kept[at] = bitcast<u32>(2.0 * values[at]);'],
      ],
    ],
    [
      'does an eighth of the work, counted in scratch',
      [
        [
          '// Before the work.',
          'let turn = kept[at];\n kept[at] = turn + 1u;\n if (at % 8u != turn % 8u) { return; }',
        ],
      ],
    ],
    [
      'counts launches in an atomic',
      [
        ['var<storage, read_write> kept: array<u32>', 'var<storage, read_write> kept: array<atomic<u32>>'],
        ['// Before the work.', 'if (atomicAdd(&kept[0], 1u) > 31u) { return; }'],
      ],
    ],
  ])('%s', ([, changes]) => {
    expect(kinds(double(...changes))).toEqual(['unwritten-read']);
  });
});
