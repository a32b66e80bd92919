// A device for tensors: makes them, runs what is called on them in the order of the calls, and knows what is alive.
//
// Calls return at once. Shapes and types are checked then; what runs, runs behind everything called before, and an error of it is
// that of whoever reads what it should have written. Nothing is ever read back but by `read`.
import { graphOf, inputNode, typeText } from '@kernel-ladder/fusion';
import type { Dtype, Expression, Graph, Type } from '@kernel-ladder/fusion';
import type { HostArray } from './arrays.ts';
import type { Backend, BackendName, Memory } from './backend.ts';
import { arangeOf, dataOf, fullOf, randnOf } from './factories.ts';
import type { Data, TensorOptions } from './factories.ts';
import type { LiveObject } from './resources/ledger.ts';
import { inputsOf, isView, unnamed } from './expressions.ts';
import { createQueue } from './queue.ts';
import { Storage } from './storage.ts';
import { letGo, Tensor, tensorsIn } from './tensor.ts';
import type { TensorHome, Value } from './tensor.ts';

/** How what is called within a block runs. */
export interface BlockOptions {
  /** Whether neighbours become one kernel; true when left out. */
  readonly fuse?: boolean;
}

/** A back end with its tensors. */
export class Device implements TensorHome, AsyncDisposable {
  readonly #backend: Backend;
  readonly #storages = new Map<string, Storage>();
  // Innermost last: what each open scope frees when it ends.
  readonly #scopes: Tensor[][] = [];
  // How many blocks that only collect are open.
  #collecting = 0;
  #made = 0;
  #isClosed = false;
  readonly #queue = createQueue();

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  get name(): BackendName {
    return this.#backend.name;
  }

  /** The element types that it computes with. */
  get dtypes(): readonly Dtype[] {
    return this.#backend.dtypes;
  }

  /** A tensor of elements that are there: nested lists, or an array of the elements in row-major order. */
  tensor(data: Data, options: TensorOptions = {}): Tensor {
    const { type, elements } = dataOf(data, options);
    const name = options.name ?? 'tensor';
    this.#check(name, type);
    return this.#stored(name, type, () => this.#backend.upload(name, type, elements));
  }

  /** One number everywhere: it takes no memory until something is made of it. */
  full(shape: readonly number[], value: number, options: TensorOptions = {}): Tensor {
    return this.#named(options.name ?? 'full', fullOf(shape, value, options.dtype));
  }

  zeros(shape: readonly number[], options: TensorOptions = {}): Tensor {
    return this.full(shape, 0, { name: 'zeros', ...options });
  }

  ones(shape: readonly number[], options: TensorOptions = {}): Tensor {
    return this.full(shape, 1, { name: 'ones', ...options });
  }

  /** 0, 1, 2 … up to `count`, which it leaves out; no memory either. */
  arange(count: number, options: TensorOptions = {}): Tensor {
    return this.#named(options.name ?? 'arange', arangeOf(count, options.dtype));
  }

  /** Draws of the normal distribution, mean 0 and variance 1: the same for a seed on every device. */
  randn(shape: readonly number[], options: TensorOptions & { readonly seed: number }): Tensor {
    return this.tensor(randnOf(shape, options), { name: 'randn', ...options, shape });
  }

  /** What an expression over the tensors' values is, as a tensor of its own: run at once outside of `fused`, unless it is only a view. */
  apply(name: string, expression: Expression): Tensor {
    const tensor = this.#named(name, expression);
    if (this.#collecting === 0 && !isView(expression)) this.#evaluate([tensor], true);
    return tensor;
  }

  /** Frees what is made within the block but what it returns, in lists and objects too. Throws for a block that is awaited. */
  scope<Result>(block: () => Result): Result {
    this.#scopes.push([]);
    let kept: ReadonlySet<Tensor> = new Set();
    try {
      const result = block();
      if (result instanceof Promise)
        throw new TypeError('a scope ends when its block returns: await outside of it');
      kept = new Set(tensorsIn(result));
      return result;
    } finally {
      for (const tensor of this.#scopes.pop() ?? [])
        if (!kept.has(tensor)) tensor[Symbol.dispose]();
        else this.#scopes.at(-1)?.push(tensor);
    }
  }

  /** Runs what the block returns as one graph; everything else in it is never computed for itself, and freed. */
  fused<Result>(block: () => Result, { fuse = true }: BlockOptions = {}): Result {
    return this.scope(() => {
      this.#collecting++;
      try {
        const result = block();
        // Within another block this is a part of its graph.
        if (this.#collecting === 1) this.#evaluate(tensorsIn(result), fuse);
        return result;
      } finally {
        this.#collecting--;
      }
    });
  }

  /** The elements of a tensor. */
  async read(tensor: Tensor): Promise<HostArray> {
    if (tensor.value.expression.op !== 'input') this.#evaluate([tensor], true);
    const [storage] = tensor.value.storages;
    if (!storage) throw new Error(`${tensor.text()} has no storage`);
    storage.retain();
    try {
      return await this.#queue.next(async () => this.#backend.read(await storage.ready, storage.type));
    } finally {
      storage.release();
    }
  }

  /** Waits until all that was called has run, and what was freed is back. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** What is alive: tensors, buffers, pending submissions. */
  live(): readonly LiveObject[] {
    return this.#backend.ledger.live();
  }

  /** Waits for what is pending and gives everything back, what is alive too; a second time does nothing. Throws where tensors are alive, with their names: somebody forgot them. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.idle();
    const forgotten = this.#backend.ledger.live('tensor').map(({ name }) => `"${name}"`);
    for (const { ready } of this.#storages.values()) this.#free(ready);
    await this.idle();
    await this.#backend.close();
    if (forgotten.length > 0)
      throw new Error(`${this.name} was closed with tensors alive: ${forgotten.join(', ')}`);
  }

  // A tensor of an expression, which keeps the storages that it reads.
  #named(name: string, expression: Expression): Tensor {
    this.#check(name, expression.type);
    const value: Value = { expression, storages: new Set() };
    this.#replace(value, expression);
    const handle = this.#backend.ledger.own({ kind: 'tensor', name, bytes: 0, value, free: letGo });
    const tensor = new Tensor(this, expression.type, handle);
    this.#scopes.at(-1)?.push(tensor);
    return tensor;
  }

  #refuseClosed(name: string): void {
    if (this.#isClosed) throw new Error(`"${name}": the device ${this.name} was closed`);
  }

  #check(name: string, type: Type): void {
    this.#refuseClosed(name);
    if (this.dtypes.includes(type.dtype)) return;
    const known = this.dtypes.join(', ');
    throw new RangeError(`"${name}" ${typeText(type)}: ${this.name} has no ${type.dtype} here, but ${known}`);
  }

  #stored(name: string, type: Type, make: () => Promise<Memory>): Tensor {
    return this.#named(name, this.#leaf(type, this.#queue.next(make)));
  }

  // The value of a storage, under a name of its own.
  #leaf(type: Type, ready: Promise<Memory>): Expression {
    const name = `s${++this.#made}`;
    const storage = new Storage(name, type, ready, () => {
      this.#storages.delete(name);
      this.#free(ready);
    });
    this.#storages.set(name, storage);
    return inputNode(name, type);
  }

  // In its turn, so that what is called next has the memory for itself.
  #free(ready: Promise<Memory>): void {
    const given = ready.then(
      (memory) => memory[Symbol.dispose](),
      () => {},
    );
    void this.#queue.next(() => given);
  }

  #replace(value: Value, expression: Expression): void {
    const storages = new Set(inputsOf(expression).map((name) => this.#storageOf(name)));
    for (const storage of storages) storage.retain();
    for (const storage of value.storages) storage.release();
    Object.assign(value, { expression, storages });
  }

  #storageOf(name: string): Storage {
    const found = this.#storages.get(name);
    if (!found) throw new Error(`${name} is no storage of this device`);
    return found;
  }

  // One graph of all that the tensors stand for; they stand for its outputs then.
  #evaluate(tensors: readonly Tensor[], fuse: boolean): void {
    const pending = tensors.filter(({ value }) => value.expression.op !== 'input');
    if (pending.length === 0) return;
    this.#refuseClosed(pending.map(({ name }) => name).join('", "'));
    const graph = graphOf(pending.map(({ value }) => value.expression));
    const storages = graph.inputs.map(({ name }) => this.#storageOf(name));
    const run = this.#submit(unnamed(graph), storages, fuse);
    for (const [index, tensor] of pending.entries()) {
      const ready = run.then((memories) => memoryAt(memories, index));
      this.#replace(tensor.value, this.#leaf(tensor.type, ready));
    }
  }

  // The inputs are kept until the run is on its way.
  async #submit(graph: Graph, storages: readonly Storage[], fuse: boolean): Promise<readonly Memory[]> {
    for (const storage of storages) storage.retain();
    const name = graph.nodes.map(({ op }) => op).join(' ');
    using _pending = this.#backend.ledger.own({
      kind: 'submission',
      name,
      bytes: 0,
      value: null,
      free: () => {},
    });
    try {
      return await this.#queue.next(async () => {
        const inputs = await Promise.all(storages.map(({ ready }) => ready));
        return this.#backend.run(graph, inputs, { fuse });
      });
    } finally {
      for (const storage of storages) storage.release();
    }
  }
}

function memoryAt(memories: readonly Memory[], index: number): Memory {
  const found = memories[index];
  if (found) return found;
  throw new RangeError(`the run has ${memories.length} outputs, and none at ${index}`);
}
