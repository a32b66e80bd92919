// The rows of a ladder that are other people's libraries: the family's inputs on our device, timed by queries of our own.
import { allocate, notApplicable } from '@kernel-ladder/harness';
import type {
  Arrays,
  CaseParams,
  DeviceFacts,
  Given,
  NumberArray,
  Prepared,
  Problem,
  SelfRunVariant,
  Skip,
} from '@kernel-ladder/harness';
import { mostBytes, refuseHuge } from '../limits.ts';
import { loadJax } from './jax.ts';
import type { JaxCompute } from './jax.ts';
import { lend } from './lend.ts';
import { identityOf, refuseMissing } from './libraries.ts';
import type { LibraryName } from './libraries.ts';
import { allowanceOf, guardMemory } from './memory.ts';
import { loadOnnx } from './onnxruntime.ts';
import type { OnnxCompute } from './onnxruntime.ts';
import { operandsOf, sizeOf } from './task.ts';
import type { Loaded, Shapes, Task } from './task.ts';
import { loadTfjs } from './tfjs.ts';
import type { TfjsCompute } from './tfjs.ts';

/** What each library is given to compute a case with. */
interface Computes {
  readonly tfjs: TfjsCompute;
  readonly 'onnxruntime-web': OnnxCompute;
  readonly 'jax-js': JaxCompute;
}

/** How one library computes the cases of a family. */
export interface Way<Case, Compute> {
  /** The operations that are called, by the library's own names. */
  readonly calls: string;
  /** Why it does not take a case that others may take; null where it does. */
  readonly refuse?: (params: Case, device: DeviceFacts) => Skip | null;
  /** Why it is known to get a case wrong; null where it must be right. */
  readonly breaksOn?: (params: Case) => string | null;
  readonly compute: (params: Case) => Compute;
  /** Bytes of the largest array that it writes in between, where that outweighs what goes in and out. */
  readonly scratchBytes?: (params: Case) => number;
  /** The family's own unless a library has its arrays in another order. */
  readonly shapes?: (params: Case) => Shapes;
  /** Puts the elements of inputs into the library's order, and those of the result back into the family's; neither is timed. */
  readonly order?: Order<Case>;
}

interface Order<Case> {
  readonly inputs: (params: Case, inputs: Arrays) => Arrays;
  readonly result: (params: Case, result: NumberArray) => NumberArray;
}

/** A family as libraries see it. */
export interface WebProblem<Case extends CaseParams> {
  readonly family: Problem<Case>;
  /** Why no library takes a case; null where one may. */
  readonly refuse: (params: Case) => Skip | null;
  readonly shapes: (params: Case) => Shapes;
  readonly ways: { readonly [Name in LibraryName]?: Way<Case, Computes[Name]> };
}

type Load = (given: Given, task: Task) => Promise<Loaded>;

interface RowSpec<Case> extends Omit<Way<Case, unknown>, 'compute'> {
  readonly library: LibraryName;
  readonly load: (params: Case) => Load;
}

/** The rows of all libraries that have a way. */
export function webRows<Case extends CaseParams>(problem: WebProblem<Case>): readonly SelfRunVariant<Case>[] {
  const { tfjs, 'onnxruntime-web': onnx, 'jax-js': jax } = problem.ways;
  const rows: readonly (RowSpec<Case> | null)[] = [
    tfjs ? specOf('tfjs', tfjs, ({ gpu }, task, compute) => loadTfjs(gpu, task, compute)) : null,
    onnx ? specOf('onnxruntime-web', onnx, ({ gpu }, task, compute) => loadOnnx(gpu, task, compute)) : null,
    jax ? specOf('jax-js', jax, ({ gpu }, task, compute) => loadJax(gpu, task, compute)) : null,
  ];
  return rows.flatMap((spec) => (spec ? [row(problem, spec)] : []));
}

function specOf<Case, Compute>(
  library: LibraryName,
  way: Way<Case, Compute>,
  load: (given: Given, task: Task, compute: Compute) => Promise<Loaded>,
): RowSpec<Case> {
  const { compute, ...rest } = way;
  return { ...rest, library, load: (params) => (given, task) => load(given, task, compute(params)) };
}

function row<Case extends CaseParams>(problem: WebProblem<Case>, spec: RowSpec<Case>): SelfRunVariant<Case> {
  const { family } = problem;
  const { library, calls, breaksOn } = spec;
  const { name, version, licence } = identityOf(library);
  const shapesOf = spec.shapes ?? problem.shapes;
  return {
    name: library,
    summary: `${calls} of ${name}`,
    kind: 'peer',
    peer: { name, version, api: 'webgpu', settings: { licence, calls, device: 'ours' }, timedBy },
    clock: 'peer',
    ...(breaksOn ? { breaksOn } : {}),
    plan: (params, device) =>
      problem.refuse(params) ??
      refuseEmpty(shapesOf(params)) ??
      spec.refuse?.(params, device) ??
      refuseHuge(family.work(params), mostBytes.library) ??
      refuseMissing(library) ?? {
        implBytes: family.work(params).minBytes,
        // In what order a library adds up is its own secret: any order is believed that the problem has.
        longestSum: family.mostTerms?.(params) ?? 0,
      },
    prepare: (params, given) => prepare(problem, spec, { params, given, shapes: shapesOf(params) }),
  };
}

const timedBy =
  'GPU timestamps round every compute pass of one call, added up, with what begins and ends each pass: gaps in which the host ' +
  'encodes do not count, nor do copies between buffers; wallNs has both';

function refuseEmpty({ operands, result }: Shapes): Skip | null {
  const isEmpty = [...Object.values(operands), result].some((dims) => sizeOf(dims) === 0);
  return isEmpty ? notApplicable('libraries are given no arrays without elements') : null;
}

/** A case with what it is prepared from. */
interface Wanted<Params> {
  readonly params: Params;
  readonly given: Given;
  readonly shapes: Shapes;
}

async function prepare<Params extends CaseParams>(
  { family }: WebProblem<Params>,
  { load, order, scratchBytes }: RowSpec<Params>,
  { params, given, shapes }: Wanted<Params>,
): Promise<Prepared> {
  const [[name, { type, length }] = noOutput()] = Object.entries(family.outputs(params));
  const lent = lend(given.gpu);
  const allowance = allowanceOf(family.work(params).minBytes + (scratchBytes?.(params) ?? 0));
  guardMemory(allowance);
  lent.allow(allowance);
  const operandsIn = (inputs: Arrays) => operandsOf(shapes, order ? order.inputs(params, inputs) : inputs);
  const task: Task = {
    operands: operandsIn(given.inputs),
    result: {
      dims: shapes.result,
      type,
      length,
      memory: (bytes) => given.memory?.(name, bytes) ?? new ArrayBuffer(bytes),
    },
  };
  const { call, spoil, replace, result, free } = await load(params)(given, task);
  return {
    run: async () => {
      await given.caches?.evict();
      return lent.time(call);
    },
    call: () => lent.checked(call),
    spoil: (outputs) => spoil(outputs[name] ?? allocate(type, length)),
    replace: (inputs) => replace(operandsIn(inputs)),
    outputs: async () => ({ [name]: order ? order.result(params, await result()) : await result() }),
    free,
  };
}

function noOutput(): never {
  throw new Error('the family has no output');
}
