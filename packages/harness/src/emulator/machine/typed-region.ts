// Reads and writes of numbers and vectors in shared memory.
import { AtomicRegion } from './atomic-region.ts';

/** Shared memory as compiled shaders address it: offsets in bytes. */
export class TypedRegion extends AtomicRegion {
  readF32(offset: number, line: number): number {
    return this.memory.f32[this.reading(offset, 4, line) >> 2] ?? 0;
  }

  readF16(offset: number, line: number): number {
    return this.memory.f16[this.reading(offset, 2, line) >> 1] ?? 0;
  }

  readU32(offset: number, line: number): number {
    return this.memory.u32[this.reading(offset, 4, line) >> 2] ?? 0;
  }

  readI32(offset: number, line: number): number {
    return this.memory.i32[this.reading(offset, 4, line) >> 2] ?? 0;
  }

  readVectorF32(offset: number, size: number, line: number): number[] {
    return sliceOf(this.memory.f32, this.reading(offset, 4 * size, line) >> 2, size);
  }

  readVectorF16(offset: number, size: number, line: number): number[] {
    return sliceOf(this.memory.f16, this.reading(offset, 2 * size, line) >> 1, size);
  }

  readVectorU32(offset: number, size: number, line: number): number[] {
    return sliceOf(this.memory.u32, this.reading(offset, 4 * size, line) >> 2, size);
  }

  readVectorI32(offset: number, size: number, line: number): number[] {
    return sliceOf(this.memory.i32, this.reading(offset, 4 * size, line) >> 2, size);
  }

  /** Words side by side, whatever they hold. */
  readVectorWords(offset: number, count: number, line: number): Uint32Array {
    const first = this.reading(offset, 4 * count, line) >> 2;
    return this.memory.u32.slice(first, first + count);
  }

  writeF32(offset: number, value: number, line: number): void {
    this.memory.f32[this.writing(offset, 4, line) >> 2] = value;
  }

  writeF16(offset: number, value: number, line: number): void {
    this.memory.f16[this.writing(offset, 2, line) >> 1] = value;
  }

  writeU32(offset: number, value: number, line: number): void {
    this.memory.u32[this.writing(offset, 4, line) >> 2] = value;
  }

  writeI32(offset: number, value: number, line: number): void {
    this.memory.i32[this.writing(offset, 4, line) >> 2] = value;
  }

  writeVectorF32(offset: number, value: readonly number[], line: number): void {
    this.memory.f32.set(value, this.writing(offset, 4 * value.length, line) >> 2);
  }

  writeVectorF16(offset: number, value: readonly number[], line: number): void {
    this.memory.f16.set(value, this.writing(offset, 2 * value.length, line) >> 1);
  }

  writeVectorU32(offset: number, value: readonly number[], line: number): void {
    this.memory.u32.set(value, this.writing(offset, 4 * value.length, line) >> 2);
  }

  writeVectorI32(offset: number, value: readonly number[], line: number): void {
    this.memory.i32.set(value, this.writing(offset, 4 * value.length, line) >> 2);
  }
}

type Numbers = Float32Array | Float16Array | Uint32Array | Int32Array;

function sliceOf(array: Numbers, first: number, size: number): number[] {
  const [x = 0, y = 0, z = 0, w = 0] = [array[first], array[first + 1], array[first + 2], array[first + 3]];
  if (size === 4) return [x, y, z, w];
  return size === 2 ? [x, y] : [x, y, z];
}
