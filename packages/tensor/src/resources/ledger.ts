// Who owns what: every buffer, query set, submission and tensor is a handle in a ledger from its making to its disposal, so that a
// leak is a list of names, and a use after disposal says what was used and where it was freed.

/** What a handle is of. */
export type HandleKind = 'buffer' | 'query set' | 'submission' | 'tensor';

/** What is alive: its kind, its name, and the bytes that it holds. */
export interface LiveObject {
  readonly kind: HandleKind;
  readonly name: string;
  readonly bytes: number;
}

/** What a handle owns, and how it is given back. */
export interface Owned<T> extends LiveObject {
  readonly value: T;
  readonly free: (value: T) => void;
}

/** All live handles of a context, oldest first. */
export class Ledger {
  readonly #live = new Set<LiveObject>();

  /** Takes something into ownership; it is alive until the handle is disposed. */
  own<T>(owned: Owned<T>): Handle<T> {
    this.#live.add(owned);
    return new Handle(owned, owned.value, () => {
      this.#live.delete(owned);
      owned.free(owned.value);
    });
  }

  /** What is alive, of a kind where one is asked for. */
  live(kind?: HandleKind): readonly LiveObject[] {
    return [...this.#live]
      .filter((object) => kind === undefined || object.kind === kind)
      .map(({ kind: of, name, bytes }) => ({ kind: of, name, bytes }));
  }

  /** The bytes of what is alive, of a kind where one is asked for. */
  bytes(kind?: HandleKind): number {
    return this.live(kind).reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

/** A use of something that its owner has freed. */
export class Freed extends Error {
  override readonly name = 'Freed';
}

/** The owner of one thing: `using` frees it at the end of a block, also where an error leaves it. */
export class Handle<T> implements Disposable {
  readonly kind: HandleKind;
  readonly name: string;
  readonly bytes: number;
  readonly #value: T;
  readonly #free: () => void;
  // The stack is turned into text only where somebody asks.
  #freed: Error | null = null;

  constructor({ kind, name, bytes }: LiveObject, value: T, free: () => void) {
    this.kind = kind;
    this.name = name;
    this.bytes = bytes;
    this.#value = value;
    this.#free = free;
  }

  /** What it owns. Throws Freed, with the place where it was. */
  get value(): T {
    if (this.#freed) throw new Freed(`${this.kind} "${this.name}" was freed${placeOf(this.#freed)}`);
    return this.#value;
  }

  /** Whether it has been freed. */
  get isFreed(): boolean {
    return this.#freed !== null;
  }

  /** Frees it; a second time does nothing. */
  [Symbol.dispose](): void {
    if (this.#freed) return;
    this.#freed = new Error('freed');
    this.#free();
  }
}

// The first place of the stack that is not one of this folder's own.
function placeOf({ stack = '' }: Error): string {
  const own = new URL('../', import.meta.url).href.replace('file://', '');
  const isOwn = (line: string) => line.includes(own) && !line.includes('.test.ts');
  const line = stack
    .split('\n')
    .slice(1)
    .find((frame) => !isOwn(frame));
  return line === undefined ? '' : ` ${line.trim()}`;
}
