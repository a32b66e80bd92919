// The contract of a kernel family: one problem, its cases, its oracle, its work, and the ladder of kernels that solve it.
import type { Candidate, Space } from '@kernel-ladder/autotune';
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import type {
  Cache,
  Dispatch,
  Params,
  ParamSpec,
  Peer,
  Reason,
  ScalarType,
  SizeClass,
  Timeline,
  Timing,
  Tuned,
  VariantKind,
} from '@kernel-ladder/schema';
import type { Movers } from './movers.ts';
import type { Oracle } from './oracle.ts';
import type { Part } from './part.ts';
import type { Random } from './random.ts';
import type { Rejection } from './rejection.ts';
import type { Arrays } from './scalars.ts';
import { mutate } from '../wgsl/wgsl.ts';
import type { Wgsl } from '../wgsl/wgsl.ts';

/** A case is its parameters; `dtype` is `f32`, or `f16-f32` where the output type differs. */
export type CaseParams = Params & { readonly dtype: string };

/** Element type and count of an output. */
export interface BufferShape {
  readonly type: ScalarType;
  readonly length: number;
}

/** Part of a buffer; `offset` and `bytes` are multiples of 256, the offset alignment that every device takes. */
export interface BufferRange {
  readonly buffer: string;
  readonly offset: number;
  readonly bytes: number;
}

/** One dispatch. Binding i of group 0 is the i-th entry: an input, an output or a scratch buffer, or part of one. */
export interface Pass {
  readonly wgsl: Wgsl;
  readonly bindings: readonly (string | BufferRange)[];
  readonly workgroups: readonly [x: number, y: number, z: number];
}

/** What one way to solve a case asks of the memory, and of the error bound. */
export interface Demand {
  /** Memory traffic that the algorithm requests, in bytes. */
  readonly implBytes: number;
  /** Longest chain of dependent additions behind one output: the error bound grows with it. */
  readonly longestSum: number;
}

/**
 * How a variant solves one case on one device. All passes run in one compute pass, unless `submissions` says otherwise; a launch is idempotent:
 * it resets its own counters by dispatch, because launches are batched and nothing is cleared between them.
 */
export interface Plan extends Demand {
  readonly passes: readonly Pass[];
  /**
   * How passes reach the device: all in one submission, or each in one of its own, as a loop on the host has it. What the host
   * takes between them is then part of the time. `one` when left out.
   */
  readonly submissions?: 'one' | 'each-pass';
  /** Bytes of the buffers that are neither input nor output. */
  readonly scratch?: { readonly [name: string]: number };
  /** The entry of the machine's table that it took its parameters from; left out where they are the usual ones. */
  readonly tuned?: Tuned;
  /** What a compiler took to make it, in ns of the host's clock, where one did. */
  readonly compiled?: Compiled;
}

/** Stages of a compiler, in ns: building a graph, passes over it, and writing kernels. */
export interface Compiled {
  readonly buildNs: number;
  readonly passesNs: number;
  readonly generateNs: number;
}

/** How many threads a launch has: its workgroups in all passes, and the invocations of the largest. */
export type Threads = Pick<Dispatch, 'workgroups' | 'workgroupSize'>;

/** A limit or a missing feature known beforehand. */
export interface Skip {
  readonly skip: Reason;
}

/** How one rung solves the cases of a family, or of one kind of them, on a device. */
export type PlanCase<Case> = (params: Case, device: DeviceFacts) => Plan | Skip;

/** How a rung is tuned, for whoever searches: candidates of any space. `tunable` makes it of typed ones. */
export interface Tuning<Case extends CaseParams> {
  /** The name of the rung: tables tell choices by it. */
  readonly rung: string;
  /** Cases of one class share a choice. */
  readonly classOf: (params: Case, device: DeviceFacts) => string;
  /** Or why there is nothing to choose in a case. */
  readonly space: (params: Case, device: DeviceFacts) => Space | Skip;
  /** Throws on a candidate that is not of the space. */
  readonly plan: (params: Case, device: DeviceFacts, candidate: Candidate) => Plan | Skip;
}

/** What every variant says of itself. */
interface Rung<Case extends CaseParams> {
  readonly name: string;
  /** What this rung changes, in one sentence. */
  readonly summary: string;
  /** What holds it back at the sizes it is timed at, as far as its traffic and its launch tell. */
  readonly boundBy?: string;
  /** How a subgroup of 32 lanes reaches global memory, operand by operand, as the family's own trace has it. */
  readonly access?: string;
  /**
   * Why this rung gets a case wrong, where that is what it is there to show; null where it must be right. Such a
   * case counts as an expected failure while it fails, and as a fault once it passes. No timed case may break.
   */
  readonly breaksOn?: (params: Case) => string | null;
}

/** A variant as passes of WGSL, which the harness launches and times. */
export interface PlannedVariant<Case extends CaseParams> extends Rung<Case> {
  readonly kind?: 'gpu';
  readonly plan: PlanCase<Case>;
  /** What `bench tune` searches; `tunable` makes it together with the plan. */
  readonly tuning?: Tuning<Case>;
}

/** A variant that runs itself: a loop on the CPU, a library that submits to our device, a child process. */
export interface SelfRunVariant<Case extends CaseParams> extends Rung<Case> {
  readonly kind: 'cpu' | 'peer';
  /** Who runs, with what its speed depends on, and what one sample spans. */
  readonly peer: Peer;
  /** Whether the harness takes the time round a run, or the run brings its own. */
  readonly clock: 'host' | 'peer';
  /** False where each rank has a device of its own, though those of the family's rungs share one. */
  readonly simulated?: false;
  readonly plan: (params: Case, device: DeviceFacts) => Demand | Skip;
  /** Takes the inputs in, which stay as they are, and gets ready to run again and again. */
  readonly prepare: (params: Case, given: Given) => Prepared | Promise<Prepared>;
}

/** What a variant that runs itself is given. */
export interface Given {
  readonly inputs: Arrays;
  /** The device that the other rungs run on. */
  readonly gpu: Gpu;
  /** What its runs find in the caches of that device; left out where the host takes the time, and where nothing is timed. */
  readonly caches?: Caches;
  /** Memory for the bytes of an output that is read back, where whoever judges finds it; the next one of that name overwrites it. */
  readonly memory?: (output: string, bytes: number) => ArrayBufferLike;
  /** Who copies arrays that take one thread long; whoever asks does it himself when left out. */
  readonly movers?: Movers;
}

/** In which state the caches of the device are when a run begins. */
export interface Caches {
  readonly state: Cache;
  /** Bytes of the last level. */
  readonly llcBytes: number;
  /** Empties them and waits until that is done; does nothing unless they are to be cold. */
  readonly evict: () => Promise<void>;
}

/** A variant that runs itself, ready to. */
export interface Prepared {
  /** Computes the outputs once; with a clock of its own it gives the time that this took, in ns. */
  readonly run: () => Ran | Promise<Ran>;
  /** How the last run came by its own time; alone when left out. */
  readonly method?: () => Timing['method'];
  /** The same as those who use it have it, without whatever takes the time: the host's clock is held beside it. */
  readonly call?: () => Promise<void>;
  /** Overwrites the outputs, so that a run which writes nothing is found out. */
  readonly spoil: (outputs: Arrays) => void | Promise<void>;
  /**
   * Puts other inputs of the case in the place of those that it was prepared with. Nobody else is told: what a run computes from then on
   * is of them, or it was computed before.
   */
  readonly replace: (inputs: Arrays) => void | Promise<void>;
  /** What the last run computed, by the names that the family gives its outputs. */
  readonly outputs: () => Arrays | Promise<Arrays>;
  /** Runs once more and tells what host and device did when; of pipelines, which time alone says little of. Never part of a sample. */
  readonly timeline?: () => Promise<Timeline>;
  readonly free: () => void | Promise<void>;
}

/** What a run gives back: nothing, or its own time in ns. */
export type Ran = number | undefined;

interface VariantOf<Case extends CaseParams> {
  readonly gpu: PlannedVariant<Case>;
  readonly cpu: SelfRunVariant<Case>;
  readonly peer: SelfRunVariant<Case>;
}

/** One way to solve the problem, a rung of the ladder: passes of WGSL, unless it says that it may be of another kind. */
export type Variant<Case extends CaseParams, Kind extends VariantKind = 'gpu'> = VariantOf<Case>[Kind];

/** Whether a variant runs itself. */
export function runsItself<Case extends CaseParams>(
  variant: Variant<Case, VariantKind>,
): variant is SelfRunVariant<Case> {
  return variant.kind === 'cpu' || variant.kind === 'peer';
}

/** A rung with one mistake in it, which the check must reject for the reason that the mistake gives. */
export interface Fault<Case extends CaseParams> {
  readonly name: string;
  /** The mistake, in one sentence. */
  readonly summary: string;
  /** The rung that carries it. As it stands it passes the very case on which the fault is rejected. */
  readonly of: string;
  /** Puts the mistake into the rung's plan: mostly `edit`; another plan where the fault is another algorithm. */
  readonly change: (plan: Plan, params: Case, device: DeviceFacts) => Plan | Skip;
  /** What the check must answer; another answer is no rejection of this fault. */
  readonly answer: Rejection;
  /** Whether the check may name this element as the worst; any when left out. */
  readonly at?: (index: number, params: Case) => boolean;
  /** The cases in which the mistake can show; all when left out. */
  readonly takes?: (params: Case) => boolean;
  /** Names of small cases to judge it on, on an emulated device with subgroups of 32: of a kernel that no software adapter runs. */
  readonly emulatedOn?: readonly string[];
}

/** A change of one kernel of a plan: in every pass that runs `file`, `find` stands once and is replaced. Throws where no pass does. */
export function edit(file: string, find: string, replace: string): (plan: Plan) => Plan {
  return (plan) => {
    if (!plan.passes.some(({ wgsl }) => wgsl.file === file))
      throw new Error(`no pass runs ${file}: ${plan.passes.map(({ wgsl }) => wgsl.file).join(', ')}`);
    const passes = plan.passes.map((pass) =>
      pass.wgsl.file === file ? { ...pass, wgsl: mutate(pass.wgsl, find, replace) } : pass,
    );
    return { ...plan, passes };
  };
}

/**
 * A change of one generated kernel, whose numbers differ from case to case: where `pattern` matches the text of `file` just once, `replace`
 * takes its place, with `$1` for its first group. A plan whose text is another is skipped.
 */
export function editMatch(file: string, pattern: RegExp, replace: string): (plan: Plan) => Plan | Skip {
  const every = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
  return (plan) => {
    const texts = plan.passes.flatMap(({ wgsl }) =>
      wgsl.file === file && 'text' in wgsl ? [wgsl.text] : [],
    );
    const [found, ...others] = texts.flatMap((text) => [...text.matchAll(every)]);
    if (!found || others.length > 0)
      return { skip: { code: 'not-applicable', message: `${file} has no single ${String(pattern)}` } };
    return edit(file, found[0], found[0].replace(pattern, replace))(plan);
  };
}

/** The same launch with the kernel `other` wherever a pass runs `file`: a rung of its own that differs in nothing else. */
export function withKernel<Case>(plan: PlanCase<Case>, file: string, other: string): PlanCase<Case> {
  return (params, device) => {
    const made = plan(params, device);
    if ('skip' in made) return made;
    const passes = made.passes.map((pass) =>
      pass.wgsl.file === file ? { ...pass, wgsl: { ...pass.wgsl, file: other } } : pass,
    );
    return { ...made, passes };
  };
}

/** Awkward cases that every variant is checked on, by name of the set. */
export interface EdgeCaseSet<Case extends CaseParams> {
  readonly set: string;
  readonly cases: readonly Case[];
}

/** What is to be computed, on which cases, and what is right; everything is data or a pure function of it. */
export interface Problem<Case extends CaseParams = CaseParams> {
  readonly name: string;
  readonly title: string;
  /** Its ranks share one device: no link is crossed, and results say so. */
  readonly simulated?: boolean;
  /** Parameters in id order; `dtype` always comes last and is not listed: a family takes those of its cases. */
  readonly params: readonly ParamSpec[];
  /** The case that parameters make which are allowed one by one, or why they do not go together; every combination does when left out. */
  readonly combine?: (params: Case) => Case | string;
  /** Which cache state and which rate stand for the family. */
  readonly headline: { readonly cache: 'cold' | 'hot'; readonly metric: 'gbps' | 'gflops' };
  readonly cases: { readonly [Size in SizeClass]?: readonly Case[] };
  readonly edgeCases: readonly EdgeCaseSet<Case>[];
  /**
   * By set, the names of the awkward cases that tell most mistakes apart, most telling first: what a software adapter checks,
   * which has no time for all of them. `bench mutants --choose` finds them; an even choice is taken where nothing is said.
   */
  readonly chosen?: { readonly [set: string]: readonly string[] };
  /**
   * Inputs by binding name, already rounded to their type. Values come from `random`, which a run seeds anew; what the
   * time hangs on (lengths of segments, which bins are hot, what is masked) comes from `structure`, which belongs to the case.
   */
  readonly inputs: (params: Case, random: Random, structure: Random) => Arrays;
  /**
   * The case of the same launch whose answer is exact in whatever order it is added up, so that no bound hides a lost
   * term; left out where there is none. It differs from `params` in what fills the inputs, which no plan looks at.
   */
  readonly exact?: (params: Case) => Case;
  /**
   * Cases of the same launch that are filled in other ways, with values that the timed ones lack; a run draws one for a launch
   * after the timing, with a structure that is drawn as well. The timed fill itself when left out.
   */
  readonly refills?: (params: Case) => readonly Case[];
  /**
   * Most terms that add up to one output, and no more than a launch of so many threads can have in one chain where the family
   * knows that: no plan's `longestSum` widens a bound beyond it.
   */
  readonly mostTerms?: (params: Case, threads?: Threads) => number;
  readonly outputs: (params: Case) => { readonly [name: string]: BufferShape };
  /**
   * The f64 reference of one case and the comparison with it. Whatever it looks at by choice, such as samples or signs, it
   * draws from `judging`, which a run seeds anew: what a kernel could know beforehand would be all that it computes.
   */
  readonly oracle: (params: Case, inputs: Arrays, judging?: Random, part?: Part) => Oracle;
  /**
   * Whether the oracle takes a part of the work, so that threads share it: the parts together look at all that the whole looks
   * at, and find the same. One that looks at everything whatever its part is right as well, and no faster.
   */
  readonly divides?: (params: Case) => boolean;
  /** The bound that the oracle applies, in words and symbols. */
  readonly tolerance: string;
  /** Arithmetic operations and compulsory bytes of the problem, whatever the kernel. */
  readonly work: (params: Case) => { readonly flops: number; readonly minBytes: number };
  /** Of a collective: bytes of one rank's vector, whose rate is `algbw`. */
  readonly rankBytes?: (params: Case) => number;
  /** Which measured arithmetic roof a case belongs to, e.g. `f32` or `tensor:f16-f32`. */
  readonly arithmetic?: (variant: string, params: Case) => string;
}

/** One problem with its ladder. */
export interface Family<
  Case extends CaseParams = CaseParams,
  Kind extends VariantKind = 'gpu',
> extends Problem<Case> {
  /** The ladder, naive first. */
  readonly variants: readonly Variant<Case, Kind>[];
  /** Kernels with a known fault, which the check must reject. */
  readonly wrong: readonly Fault<Case>[];
}

/** The buffer that a binding names. */
export function boundBuffer(binding: string | BufferRange): string {
  return typeof binding === 'string' ? binding : binding.buffer;
}
