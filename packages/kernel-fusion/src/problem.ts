// The problems of the family: one fused operation, a chain of maps, or a whole graph.
import type { CaseParams, Problem } from '@kernel-ladder/harness';
import { caseOfKind } from '@kernel-ladder/kernel-kit';
import type { ProblemKind } from '@kernel-ladder/kernel-kit';

/** Operations that fuse: each is a handful of operators. */
export const ops = [
  'matmul-bias-relu',
  'bias-gelu',
  'residual-layernorm',
  'scale-mask-softmax',
  'layernorm',
  'softmax',
  'add',
] as const;
/** One of them. */
export type Op = (typeof ops)[number];

/** Whole graphs. */
export const graphs = ['mlp', 'transformer-block'] as const;
export type GraphName = (typeof graphs)[number];

/** Heads of the attention in a transformer block. */
export const heads = 8;

/** One map of a chain: by a number, or by the second operand. */
export interface Link {
  readonly op: 'add' | 'sub' | 'mul' | 'max' | 'abs' | 'silu';
  readonly by?: number | 'bias';
}

// Cheap maps, so that memory is what a chain waits for; two of them read a second operand.
const links: readonly Link[] = [
  { op: 'mul', by: 1.25 },
  { op: 'add', by: 'bias' },
  { op: 'abs' },
  { op: 'sub', by: 0.75 },
  { op: 'silu' },
  { op: 'mul', by: 'bias' },
  { op: 'max', by: -0.5 },
  { op: 'add', by: 1 },
];

/** The maps of a chain of this length, in order. */
export function linksOf(length: number): readonly Link[] {
  return Array.from({ length }, (_, at) => links[at % links.length] ?? { op: 'abs' });
}

/** How inputs are filled: `uniform` in ±2; `integers` from −4 to 4; `wide`, in ±20, where exponentials differ by many decades. */
export const fills = ['uniform', 'integers', 'wide'] as const;
export type Fill = (typeof fills)[number];

/** An operation on a matrix of `rows` × `n`; as many rows as columns where they are left out. */
export type OpCase = CaseParams & {
  readonly n: number;
  readonly rows?: number;
  readonly op: Op;
  readonly fill?: Fill;
  readonly dtype: 'f32';
};

/** `length` maps one after another on `n` elements. */
export type ChainCase = CaseParams & {
  readonly n: number;
  readonly length: number;
  readonly fill?: Fill;
  readonly dtype: 'f32';
};

/** What of a graph is computed: its result, or that and the slopes along all of its inputs. */
export const passes = ['forward', 'both'] as const;

/** A graph of a usual size, or with so many features a token; forward where nothing is said. */
export type GraphCase = CaseParams & {
  readonly graph: GraphName;
  readonly width?: number;
  readonly pass?: (typeof passes)[number];
  readonly fill?: Fill;
  readonly dtype: 'f32';
};

/** One case. */
export type FusionCase = OpCase | ChainCase | GraphCase;

/** The parameters in id order; a case leaves those of the other problems out. */
export const params: Problem<FusionCase>['params'] = [
  { key: 'n', default: -1, takes: { min: 0, max: 2 ** 30 } },
  { key: 'rows', default: -1, takes: { min: 0, max: 2 ** 24 } },
  { key: 'length', default: 0, takes: { min: 1, max: 64 } },
  { key: 'op', default: 'none', takes: ops },
  { key: 'graph', default: 'none', takes: graphs },
  { key: 'width', default: 0, takes: { min: 8, max: 8192 } },
  { key: 'pass', default: 'forward', takes: passes },
  { key: 'fill', default: 'uniform', takes: fills },
];

const kinds: readonly ProblemKind[] = [
  { needs: ['n', 'op'], may: ['rows', 'fill'], dtypes: ['f32'] },
  { needs: ['n', 'length'], may: ['fill'], dtypes: ['f32'] },
  { needs: ['graph'], may: ['width', 'pass', 'fill'], dtypes: ['f32'] },
];

/** The case that the parameters mean, or what does not go together. */
export function combine(given: FusionCase): FusionCase | string {
  const combined = caseOfKind(params, kinds, given);
  if (typeof combined === 'string') return combined;
  if (!isGraph(combined)) return combined;
  const { width = 0 } = combined;
  return width % 8 === 0 ? combined : `width=${width}: is no multiple of 8, the heads of a block`;
}

/** What is done for each kind of case. */
export interface ByKind<Result> {
  readonly op: (params: OpCase) => Result;
  readonly chain: (params: ChainCase) => Result;
  readonly graph: (params: GraphCase) => Result;
}

/** Takes the branch of the case's kind. */
export function byKind<Result>(given: FusionCase, branches: ByKind<Result>): Result {
  if (isGraph(given)) return branches.graph(given);
  return isChain(given) ? branches.chain(given) : branches.op(given);
}

function isGraph(given: FusionCase): given is GraphCase {
  return 'graph' in given;
}

function isChain(given: FusionCase): given is ChainCase {
  return 'length' in given;
}

/** Rows of an operation's matrix. */
export function rowsOf({ n, rows }: OpCase): number {
  return rows ?? n;
}

// Slopes along weights are of all tokens: a reference draws none of them, and is given fewer.
const usualSides = {
  forward: { mlp: 1024, 'transformer-block': 512 },
  both: { mlp: 256, 'transformer-block': 256 },
} as const;

/** Tokens and features of a graph. */
export function sizeOf({ graph, width, pass }: GraphCase): { readonly rows: number; readonly width: number } {
  const usual = usualSides[pass ?? 'forward'][graph];
  return width === undefined ? { rows: usual, width: usual } : { rows: width + 3, width };
}

/** Whether slopes are asked for. */
export function hasSlopes(given: FusionCase): boolean {
  return isGraph(given) && given.pass === 'both';
}
