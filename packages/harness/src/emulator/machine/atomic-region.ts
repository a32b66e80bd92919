// Atomics in shared memory. WGSL has relaxed ones only: a load may give any value that the word has had since this
// thread looked last, whatever the thread has seen of other words meanwhile. Changes go on from the latest value.
import { Region } from './region.ts';

type Change = (old: number, given: number) => number;

/** Shared memory with atomics, whose loads may come late. */
export class AtomicRegion extends Region {
  load(offset: number, type: string, line: number): number {
    const at = this.looking(offset, line);
    const values = this.history(at);
    const key = this.key(at);
    const index = this.isStorage
      ? this.turn.order.stale(this.turn.seen(key), values.length - 1)
      : values.length - 1;
    this.turn.see(key, index);
    return signed(values[index] ?? 0, type);
  }

  store(offset: number, _: string, value: number, line: number): void {
    const at = this.base + offset;
    this.moved += 4;
    this.refuseOutside(offset, 4, line);
    this.change(at, value);
    this.markWritten(at, line);
  }

  add(offset: number, type: string, value: number, line: number): number {
    return this.update(offset, { type, value, line }, (old, given) => old + given);
  }

  sub(offset: number, type: string, value: number, line: number): number {
    return this.update(offset, { type, value, line }, (old, given) => old - given);
  }

  max(offset: number, type: string, value: number, line: number): number {
    return this.update(offset, { type, value, line }, Math.max);
  }

  min(offset: number, type: string, value: number, line: number): number {
    return this.update(offset, { type, value, line }, Math.min);
  }

  and(offset: number, type: string, value: number, line: number): number {
    return this.update(offset, { type, value, line }, (old, given) => old & given);
  }

  or(offset: number, type: string, value: number, line: number): number {
    return this.update(offset, { type, value, line }, (old, given) => old | given);
  }

  xor(offset: number, type: string, value: number, line: number): number {
    return this.update(offset, { type, value, line }, (old, given) => old ^ given);
  }

  exchange(offset: number, type: string, value: number, line: number): number {
    return this.update(offset, { type, value, line }, (_, given) => given);
  }

  // More arguments than our style allows, because that is the shader's call. The weak kind may fail for no reason.
  compareExchangeWeak(
    offset: number,
    type: string,
    ...[expected, value, line]: readonly [number, number, number]
  ) {
    const at = this.looking(offset, line);
    const old = signed(this.history(at).at(-1) ?? 0, type);
    const isExchanged = old === expected && !(this.isStorage && this.turn.order.fails());
    if (isExchanged) this.change(at, value);
    else this.turn.see(this.key(at), this.history(at).length - 1);
    return [old, isExchanged] as const;
  }

  private update(offset: number, { type, value, line }: Update, change: Change): number {
    const at = this.looking(offset, line);
    const old = signed(this.history(at).at(-1) ?? 0, type);
    this.change(at, change(old, value));
    return old;
  }

  // An atomic meets no race with its like, but what nobody wrote has no value.
  private looking(offset: number, line: number): number {
    const at = this.base + offset;
    this.moved += 4;
    this.refuseOutside(offset, 4, line);
    if (this.isStorage && this.memory.written[at >> 1] === 0) this.reading(offset, 4, line);
    return at;
  }

  private markWritten(at: number, line: number): void {
    if (this.memory.isInput) this.writing(at - this.base, 4, line);
    this.memory.written.fill(1, at >> 1, (at >> 1) + 2);
  }

  private change(at: number, value: number): void {
    const values = this.history(at);
    values.push(value >>> 0);
    this.memory.u32[at >> 2] = value;
    this.turn.see(this.key(at), values.length - 1);
  }

  private history(at: number): number[] {
    const { history, u32 } = this.memory;
    const values = history.get(at) ?? [u32[at >> 2] ?? 0];
    history.set(at, values);
    return values;
  }

  private key(at: number): number {
    return this.memory.id * 2 ** 32 + at;
  }
}

interface Update {
  readonly type: string;
  readonly value: number;
  readonly line: number;
}

function signed(word: number, type: string): number {
  return type === 'i32' ? word | 0 : word >>> 0;
}
