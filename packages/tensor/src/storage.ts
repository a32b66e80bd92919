// What a tensor's elements lie in: memory that is there or on its way, and how many tensors and pending runs hold on to it.
import type { Type } from '@kernel-ladder/fusion';
import type { Memory } from './backend.ts';

/** Memory with owners; `onFree` is called when the last one has let go. */
export class Storage {
  readonly name: string;
  readonly type: Type;
  /** Its memory; rejects with the error of the run that should have written it. */
  readonly ready: Promise<Memory>;
  readonly #onFree: () => void;
  #owners = 0;

  constructor(name: string, type: Type, ready: Promise<Memory>, onFree: () => void) {
    this.name = name;
    this.type = type;
    this.ready = ready;
    this.#onFree = onFree;
    // Whoever reads it hears of the error; a tensor that nobody reads must not end the process.
    ready.catch(() => {});
  }

  /** One more owner. */
  retain(): void {
    this.#owners++;
  }

  /** One owner less; without any, it is freed. */
  release(): void {
    this.#owners--;
    if (this.#owners === 0) this.#onFree();
  }
}
