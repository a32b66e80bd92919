// The perturbations by name: what is taken from a kernel, or done again.
import type { PerturbationKind } from '@kernel-ladder/schema';
import { loadedValues } from './data.ts';
import { exitsOf, isLoad, placed } from './flow.ts';
import { withoutLoads, withoutStores } from './memory.ts';
import type { Perturbed } from './perturbed.ts';
import { entryOf, readShader, writeShader } from './shader.ts';
import type { Shader } from './shader.ts';
import { createSink } from './sink.ts';
import type { Sink } from './sink.ts';
import { withTwiceTheArithmetic } from './twice-arithmetic.ts';
import { withoutArithmetic } from './without-arithmetic.ts';
import { partsOf } from './visit.ts';
import { waitsForOthers, withoutAtomics, withoutBarriers, withoutWaits } from './waiting.ts';

/** Perturbations that are made of a text alone. Half the occupancy depends on the device too. */
export type TextKind = Exclude<PerturbationKind, 'half-occupancy'>;

/** Changes a kernel; what nobody uses any more is put into the sink. Throws a `Refusal` where the kernel has nothing of the kind. */
type Change = (shader: Shader, sink: Sink) => Perturbed;

const changes: { readonly [kind in TextKind]: Change } = {
  'no-loads': withoutLoads,
  'no-stores': withoutStores,
  'no-arithmetic': withoutArithmetic,
  'twice-arithmetic': withTwiceTheArithmetic,
  'no-barriers': withoutBarriers,
  'no-atomics': withoutAtomics,
  'no-waits': withoutWaits,
  empty: withoutAnything,
};

/** All perturbations of texts. */
export const textKinds = Object.keys(changes).filter((kind): kind is TextKind => kind in changes);

/** The text of a kernel with something taken from it: wrong by construction. Throws a `Refusal` that says why it cannot be. */
export function perturbText(text: string, kind: TextKind): string {
  const shader = readShader(text);
  const sink = createSink();
  const { globals, behind } = changes[kind](shader, sink);
  const closed = sink.close(globals);
  return writeShader(shader, closed.globals, `${behind}\n${closed.behind}\n`);
}

/** Whether loops of a kernel end by what it loads, or by what other workgroups publish. */
export function endsByData(text: string): boolean {
  const shader = readShader(text);
  const loaded = loadedValues(shader);
  return waitsForOthers(shader) || exitsOf(shader).some((exit) => loaded.has(exit));
}

/** Whether a kernel only writes, as one that resets counters and flags does. */
export function loadsNothing(text: string): boolean {
  const shader = readShader(text);
  return ![...placed(shader)].some((part) => [...partsOf(part)].some((each) => isLoad(shader.names, each)));
}

// What it takes to start so many workgroups.
function withoutAnything({ globals }: Shader): Perturbed {
  const entry = entryOf(globals);
  const body = { ...entry.body, statements: [] };
  return {
    globals: globals.map((global) => (global === entry ? { ...entry, body } : global)),
    behind: '',
    places: 1,
  };
}
