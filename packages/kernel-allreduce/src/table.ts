// All programs of a case as one table of words, from which each dispatch binds the part with its own moves.
import { seedOf } from '@kernel-ladder/harness';
import type { BufferRange } from '@kernel-ladder/harness';
import { programMakers } from './algorithms.ts';
import type { ProgramCase } from './algorithms.ts';
import type { AllreduceCase } from './kinds.ts';
import { quad, strideOf } from './layout.ts';
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

/** The words, and every program in them by name. */
export interface Table {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly programs: ReadonlyMap<string, Placed>;
}

const header = 4;
// 256 bytes: every dispatch's part can be bound by itself.
const alignment = 64;
const highBit = 2 ** 31;
const noStep = 0xffff;
const kept = 48;

const tables = new Map<string, Table>();

/** The table of a case with every program; the latest are kept, because listing and planning ask for each many times. */
export function tableOf(params: AllreduceCase): Table {
  const key = [params.n, params.ranks, params.nodes, params.place, strideOf(params)].join();
  const known = tables.get(key);
  if (known) return known;
  const [oldest] = tables.keys();
  if (tables.size >= kept && oldest !== undefined) tables.delete(oldest);
  const table = buildTable(Object.keys(programMakers), params);
  tables.set(key, table);
  return table;
}

/** The table of a case with some programs. */
export function buildTable(names: readonly string[], params: AllreduceCase): Table {
  const words: number[] = [];
  const placed = names.map((name): [string, Placed] => {
    const program = programNamed(name, params);
    return [
      name,
      { ...append(words, program, strideOf(params) / quad), identity: identities.get(name) ?? 0 },
    ];
  });
  // A binding of no bytes is an error.
  if (words.length === 0) words.push(...Array<number>(alignment).fill(0));
  return { words: Uint32Array.from(words), programs: new Map(placed) };
}

function programNamed(name: string, params: ProgramCase): Program {
  const make = programMakers[name];
  if (!make)
    throw new Error(`there is no program "${name}": take one of ${Object.keys(programMakers).join(', ')}`);
  return make(params);
}

// The hash of each program for one case that every algorithm treats in its own way.
const probe: ProgramCase = { n: 100, ranks: 6, nodes: 2, place: 'in' };
const identities: ReadonlyMap<string, number> = new Map(
  Object.keys(programMakers).map((name) => {
    const words: number[] = [];
    append(words, programNamed(name, probe), probe.n);
    return [name, seedOf(words.join(), 0)];
  }),
);

// `stride`: quads from one rank's slice to the next.
function append(words: number[], program: Program, stride: number): Omit<Placed, 'identity'> {
  const lengths = program.dispatches.flatMap(({ moves }) => moves.map((move) => move.terms.length));
  // Few different lengths: programs of like length share a pipeline.
  const terms = 2 ** Math.ceil(Math.log2(Math.max(2, ...lengths)));
  const record = Math.ceil((header + terms) / 4) * 4;
  const ranges = program.dispatches.map(({ moves, step }): BufferRange => {
    const offset = words.length * 4;
    for (const move of moves) words.push(...recordOf(move, { step, stride, length: record }));
    while (words.length % alignment !== 0) words.push(0);
    return { buffer: 'schedule', offset, bytes: words.length * 4 - offset };
  });
  return { program, ranges, record, terms };
}

interface RecordForm {
  readonly step: Dispatch['step'];
  readonly stride: number;
  readonly length: number;
}

function recordOf(move: Move, { step, stride, length }: RecordForm): number[] {
  const { to, offset, count, terms, isComplete } = move;
  const quadAt = (rank: number) => rank * stride + offset / quad;
  const record = Array<number>(length).fill(0);
  record[0] = count;
  record[1] = terms.length + (step ?? noStep) * 2 ** 16;
  record[2] = quadAt(to) + (isComplete ? highBit : 0);
  for (const [index, { rank, isWritten }] of terms.entries())
    record[header + index] = quadAt(rank) + (isWritten ? highBit : 0);
  return record;
}
