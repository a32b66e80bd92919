// The f64 truth about an allreduce: right within the bound at every element, and the same bits on every rank.
import { flawless, observing, poisonWord, stretchOf } from '@kernel-ladder/harness';
import type { Arrays, Finding, NumberArray, Oracle, Part, Stretch } from '@kernel-ladder/harness';
import { boundOf } from './oracle/accuracy.ts';
import { isSpecial, placeOfSpecial } from './inputs.ts';
import type { AllreduceCase } from './cases/kind.ts';
import { strideOf } from './cases/kind.ts';
import { totalsOf } from './oracle/totals.ts';
import type { Totals } from './oracle/totals.ts';

/** Judges all ranks: bitwise equality first, then rank 0 element by element. */
export function allreduceOracle(params: AllreduceCase, inputs: Arrays, part?: Part): Oracle {
  const input = inputs['input'];
  if (!input) throw new Error('no input "input"');
  if (isSpecial(params.fill)) return specialOracle(params);
  const stretch = stretchOf(params.n, part);
  const totals = totalsOf(params, input, stretch);
  return {
    name: 'f64 totals, ranks bitwise equal',
    verify: (outputs, { longestSum }) => {
      const output = outputOf(outputs);
      const stray = strayWord(params, output, stretch);
      if (stray !== null) return stray;
      return compare(output, { ...totals, from: stretch.from }, boundOf(params, longestSum));
    },
  };
}

// The first element that differs between ranks or stands behind a rank's vector; null when there is none.
function strayWord(params: AllreduceCase, output: NumberArray, { from, to }: Stretch): Finding | null {
  const { n, ranks, dtype } = params;
  const stride = strideOf(params);
  const bits = bitsOf(output);
  const untouched = wordOf(bits, dtype);
  for (let rank = 1; rank < ranks; rank++) {
    const base = rank * stride;
    for (let index = from; index < to; index++) {
      if (bits[base + index] === bits[index]) continue;
      const message = `rank ${rank} has ${output[base + index]} at ${index}, rank 0 has ${output[index]}`;
      // Of two ranks that differ, one may have written nothing.
      return rejected(bits[index] === untouched ? index : base + index, message);
    }
  }
  for (let rank = 0; rank < ranks; rank++) {
    for (let index = rank * stride + n; index < (rank + 1) * stride; index++) {
      if (bits[index] === untouched) continue;
      const message = `rank ${rank} writes behind its last element`;
      return { ...rejected(index, message), rejection: 'out-of-bounds' };
    }
  }
  return null;
}

function compare(
  output: NumberArray,
  { value, absolute, from }: Totals & Pick<Stretch, 'from'>,
  bound: (absolute: number, expected: number) => number,
): Finding {
  let [maxAbs, maxRel, worst, worstIndex] = [0, 0, 0, -1];
  for (let index = 0; index < value.length; index++) {
    const [expected, got] = [value[index] ?? 0, output[from + index] ?? Number.NaN];
    if (got === expected) continue;
    const difference = Math.abs(got - expected);
    const error = Number.isFinite(difference) ? difference : Infinity;
    const ratio = error / bound(absolute[index] ?? 0, expected);
    maxAbs = Math.max(maxAbs, error);
    if (expected !== 0) maxRel = Math.max(maxRel, error / Math.abs(expected));
    if (ratio > worst) [worst, worstIndex] = [ratio, index];
  }
  if (worst <= 1) return { ...flawless, maxAbs, maxRel, worst };
  const at = { output: 'output', index: from + worstIndex };
  const message = `every rank has ${output[at.index]} at ${at.index}, expected ${value[worstIndex]}`;
  return { passed: false, maxAbs, maxRel, worst, message, at };
}

// One rank has a NaN or an infinity: what became of it, and whether all ranks agree.
function specialOracle(params: AllreduceCase): Oracle {
  const at = placeOfSpecial(params.n);
  const classify = (outputs: Arrays) => {
    const output = outputOf(outputs);
    const stride = strideOf(params);
    const results = Array.from({ length: params.ranks }, (_, rank) => output[rank * stride + at] ?? 0);
    const kinds = new Set(results.map((result) => kindOf(result, params.fill)));
    const [kind = 'nothing', ...others] = kinds;
    return others.length === 0 ? `${kind} on every rank` : `ranks differ: ${[...kinds].join(', ')}`;
  };
  return observing('IEEE arithmetic, rank by rank', classify, isDisagreement);
}

// Ranks agree whatever they are given, and on what IEEE arithmetic gives with that number or without it.
function isDisagreement(outcome: string): boolean {
  return outcome.startsWith('ranks differ') || outcome.startsWith('other');
}

function kindOf(result: number, fill: AllreduceCase['fill']): string {
  if (fill === 'nan' ? Number.isNaN(result) : result === Infinity) return 'propagates';
  return Number.isFinite(result) ? 'ignored' : `other: ${result}`;
}

function bitsOf(values: NumberArray): Uint32Array | Uint16Array {
  const { buffer, byteOffset, length, BYTES_PER_ELEMENT: bytes } = values;
  return bytes === 2
    ? new Uint16Array(buffer, byteOffset, length)
    : new Uint32Array(buffer, byteOffset, length);
}

// What a launch finds in its outputs.
function wordOf(bits: Uint32Array | Uint16Array, dtype: AllreduceCase['dtype']): number {
  const word = poisonWord(dtype);
  return bits.BYTES_PER_ELEMENT === 2 ? word & 0xffff : word >>> 0;
}

function outputOf(outputs: Arrays): NumberArray {
  const output = outputs['output'];
  if (!output) throw new Error('no output "output"');
  return output;
}

function rejected(index: number, message: string): Finding {
  const at = { output: 'output', index };
  return { passed: false, maxAbs: Infinity, maxRel: Infinity, worst: Infinity, message, at };
}
