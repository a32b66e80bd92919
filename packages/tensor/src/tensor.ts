// A tensor: an owned name for a value on a device. Its value is an expression over storages: a view is the same storage under another
// expression, and a call that has not been run yet is one too.
import type { Dtype, Expression, Shape, Type } from '@kernel-ladder/fusion';
import { countOf, typeText } from '@kernel-ladder/fusion';
import type { HostArray } from './arrays.ts';
import type { BackendName } from './backend.ts';
import type { Data, TensorOptions } from './factories.ts';
import type { Handle } from './resources/ledger.ts';
import type { Storage } from './storage.ts';
import { placesOf } from './places.ts';

/** What a tensor stands for, and what it keeps alive. */
export interface Value {
  expression: Expression;
  storages: ReadonlySet<Storage>;
}

/** What a tensor asks of its device. */
export interface TensorHome {
  readonly name: BackendName;
  readonly tensor: (data: Data, options?: TensorOptions) => Tensor;
  readonly apply: (name: string, expression: Expression) => Tensor;
  readonly read: (tensor: Tensor) => Promise<HostArray>;
}

/** A value on a device; freed by its owner, or by the scope that it was made in. Every use after that throws Freed. */
export class Tensor implements Disposable {
  readonly device: TensorHome;
  readonly type: Type;
  readonly #handle: Handle<Value>;

  constructor(device: TensorHome, type: Type, handle: Handle<Value>) {
    this.device = device;
    this.type = type;
    this.#handle = handle;
  }

  get name(): string {
    return this.#handle.name;
  }

  get shape(): Shape {
    return this.type.shape;
  }

  get dtype(): Dtype {
    return this.type.dtype;
  }

  /** Number of elements. */
  get size(): number {
    return countOf(this.type.shape);
  }

  /** What it stands for. Throws Freed. */
  get value(): Value {
    return this.#handle.value;
  }

  /** Whether it has been freed. */
  get isFreed(): boolean {
    return this.#handle.isFreed;
  }

  /**
   * Where its elements lie in the storage that it views: element c at offset + Σ c[k] · strides[k]; row-major for what has a storage of
   * its own. null where no strides say it: a reshape across a seam, a value that has not been computed.
   */
  get places(): { readonly offset: number; readonly strides: readonly number[] } | null {
    return placesOf(this.value.expression);
  }

  /** A copy of its elements, row-major, when everything before has run. Rejects with the error of the run that they depend on. */
  read(): Promise<HostArray> {
    return this.device.read(this);
  }

  /** The one element of a tensor that has one. */
  async item(): Promise<number> {
    if (this.size !== 1)
      throw new RangeError(`${this.text()} has ${this.size} elements, item() takes the only one`);
    const [element = Number.NaN] = await this.read();
    return element;
  }

  /** A copy on another device, bit by bit. */
  async to(device: TensorHome, name = this.name): Promise<Tensor> {
    return device.tensor(await this.read(), { shape: this.shape, dtype: this.dtype, name });
  }

  /** Frees it: its storage goes back when no other tensor views it. A second time does nothing. */
  [Symbol.dispose](): void {
    this.#handle[Symbol.dispose]();
  }

  /** As messages write it: `"weights" f32[4,8] on cpu`. */
  text(): string {
    return `"${this.name}" ${typeText(this.type)} on ${this.device.name}`;
  }
}

/** Lets go of what a value keeps alive. */
export function letGo({ storages }: Value): void {
  for (const storage of storages) storage.release();
}

/** The tensors of a result: itself, or those in its lists and plain objects, nested as deep as they are. */
export function tensorsIn(result: unknown): readonly Tensor[] {
  if (result instanceof Tensor) return [result];
  const isPlain =
    typeof result === 'object' && result !== null && Object.getPrototypeOf(result) === Object.prototype;
  return Array.isArray(result) || isPlain ? Object.values(result as object).flatMap(tensorsIn) : [];
}

/** Throws a TypeError where tensors of different devices meet. */
export function refuseStrangers(name: string, first: Tensor, tensors: readonly Tensor[]): void {
  const stranger = tensors.find(({ device }) => device !== first.device);
  if (!stranger) return;
  throw new TypeError(
    `${name}: ${first.text()} and ${stranger.text()}: bring one to the other with to(device)`,
  );
}
