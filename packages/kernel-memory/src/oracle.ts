// What is right: every word by its place, every sum by all words behind it, every triad within two roundings.
import type { Arrays, Oracle, Part, Random } from '@kernel-ladder/harness';
import { exactly, arrayOf } from '@kernel-ladder/kernel-kit';
import { byKind } from './cases/kinds.ts';
import type { MemoryCase, TransposeCase } from './cases/kinds.ts';
import { banksOracle, blocksOracle, chaseOracle, patternOracle, sweepOracle } from './oracle/probes.ts';
import { copied, streamOracle } from './oracle/streams.ts';

/** The bound in words and symbols. */
export const tolerance = 'words: every bit; triad: per element 2·2^-24·(|a| + |s·b|)';

/** The reference of a case. */
export function memoryOracle(params: MemoryCase, inputs: Arrays, _?: Random, part?: Part): Oracle {
  return byKind<Oracle>(params, {
    copy: () => copied(inputs, part),
    stream: (stream) => streamOracle(stream, inputs, part),
    transpose: (transpose) => transposed(transpose, inputs, part),
    pattern: (pattern) => patternOracle(pattern, inputs, part),
    banks: (banks) => banksOracle(banks, inputs, part),
    sweep: (sweep) => sweepOracle(sweep, inputs, part),
    chase: (chase) => chaseOracle(chase, inputs, part),
    blocks: () => blocksOracle(inputs, part),
  });
}

function transposed({ rows, columns }: TransposeCase, inputs: Arrays, part?: Part): Oracle {
  const x = arrayOf(inputs, 'x');
  const expected = (index: number) => x[(index % rows) * columns + Math.floor(index / rows)] ?? 0;
  return exactly('transposed words', { output: 'y', expected }, part);
}
