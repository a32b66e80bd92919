// All programs of a case as one table of words, from which each dispatch binds the part with its own moves.
import { seedOf } from '@kernel-ladder/harness';
import type { BufferRange } from '@kernel-ladder/harness';
import { programOf, stepAlgorithms } from './algorithms.ts';
import type { ProgramCase, StepAlgorithm } from './algorithms.ts';
import type { AllreduceCase } from '../cases/kind.ts';
import { quad, strideOf } from '../cases/kind.ts';
import type { Dispatch, Move, Program } from './moves.ts';

/** A program, where its dispatches find their moves, and how long these are. */
export interface Placed {
  readonly program: Program;
  readonly ranges: readonly BufferRange[];
  /** Words of one move. */
  readonly record: number;
  /** Most terms of one move, rounded up to a power of two. */
  readonly terms: number;
  /** Tells algorithms apart, whatever the case: 32 bits. */
  readonly identity: number;
}

/** Quads from one rank's vector to the next one's, in each buffer; 0 where the ranks hold parts of one vector. */
export type Strides = { readonly [Place in Dispatch['source']]: number };

/** The words, and every program in them by its algorithm. */
export interface Table {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly programs: ReadonlyMap<StepAlgorithm, Placed>;
}

const header = 4;
// 256 bytes: every dispatch's part can be bound by itself.
const alignment = 64;
const highBit = 2 ** 31;
// More than the family has cases, which take 12 MB together: who walks all of them for one rung after the other makes none twice.
const kept = 256;

const tables = new Map<string, Table>();

/** The table of a case with every program; the latest are kept, because listing and planning ask for each many times. */
export function tableOf(params: AllreduceCase): Table {
  const key = [params.n, params.ranks, params.nodes, params.place, strideOf(params)].join();
  const known = tables.get(key);
  if (known) return known;
  const [oldest] = tables.keys();
  if (tables.size >= kept && oldest !== undefined) tables.delete(oldest);
  const table = buildTable(stepAlgorithms, params);
  tables.set(key, table);
  return table;
}

/** The table of a case with some programs. */
export function buildTable(names: readonly StepAlgorithm[], params: AllreduceCase): Table {
  const words: number[] = [];
  const placed = names.map((name): [StepAlgorithm, Placed] => {
    const program = programOf(name, params);
    return [
      name,
      { ...place(words, program, everywhere(strideOf(params) / quad)), identity: identities.get(name) ?? 0 },
    ];
  });
  // A binding of no bytes is an error.
  if (words.length === 0) words.push(...Array<number>(alignment).fill(0));
  return { words: Uint32Array.from(words), programs: new Map(placed) };
}

// The hash of each program for one case that every algorithm treats in its own way.
const probe: ProgramCase = { n: 100, ranks: 6, nodes: 2, place: 'in' };
const identities: ReadonlyMap<StepAlgorithm, number> = new Map(
  stepAlgorithms.map((name) => {
    const words: number[] = [];
    place(words, programOf(name, probe), everywhere(probe.n));
    return [name, seedOf(words.join(), 0)];
  }),
);

function everywhere(stride: number): Strides {
  return { input: stride, staging: stride, output: stride };
}

/** Appends the moves of a program to the words. Each dispatch's part begins at a multiple of 256 bytes. */
export function place(words: number[], program: Program, strides: Strides): Omit<Placed, 'identity'> {
  const lengths = program.dispatches.flatMap(({ moves }) => moves.map((move) => move.terms.length));
  // Few different lengths: programs of like length share a pipeline.
  const terms = 2 ** Math.ceil(Math.log2(Math.max(2, ...lengths)));
  const record = Math.ceil((header + terms) / 4) * 4;
  const ranges = program.dispatches.map((dispatch): BufferRange => {
    const offset = words.length * 4;
    for (const move of dispatch.moves) words.push(...recordOf(move, dispatch, { strides, length: record }));
    while (words.length % alignment !== 0) words.push(0);
    return { buffer: 'schedule', offset, bytes: words.length * 4 - offset };
  });
  return { program, ranges, record, terms };
}

interface RecordForm {
  readonly strides: Strides;
  readonly length: number;
}

function recordOf(
  { to, offset, count, terms, isComplete }: Move,
  { source, destination }: Dispatch,
  { strides, length }: RecordForm,
): number[] {
  const quadAt = (buffer: Dispatch['source'], rank: number) => rank * strides[buffer] + offset / quad;
  const record = Array<number>(length).fill(0);
  record[0] = count;
  record[1] = terms.length;
  record[2] = quadAt(destination, to) + (isComplete ? highBit : 0);
  for (const [index, { rank, isWritten }] of terms.entries())
    record[header + index] = isWritten ? quadAt(destination, rank) + highBit : quadAt(source, rank);
  return record;
}
