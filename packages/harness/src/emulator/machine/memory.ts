// Memory of the emulated device, with what it remembers of each word: who wrote it, who read it, and when.

/** Stands for several threads at once: every thread is another one. */
export const several = -1;

let made = 0;

/** A buffer, or the workgroup memory of one variable. */
export class Memory {
  readonly id = made++;
  readonly name: string;
  readonly bytes: ArrayBuffer;
  readonly f32: Float32Array;
  readonly f16: Float16Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  /** Per unit of two bytes: whether this launch has given it a value. */
  readonly written: Uint8Array;
  /** Per unit: the interval between two barriers in which it was written last, and by whom. */
  readonly writePhase: Int32Array;
  readonly writeThread: Int16Array;
  /** Per unit: the interval in which it was read last, and by whom. */
  readonly readPhase: Int32Array;
  readonly readThread: Int16Array;
  /** Per unit: the pass in which more than one workgroup has read it. */
  readonly sharedInPass: Int32Array;
  /** Of atomics: all values that a word has had in this pass. */
  readonly history = new Map<number, number[]>();
  /** Whether a kernel may write it: inputs are read only. */
  readonly isInput: boolean;

  constructor(name: string, size: number, isInput = false) {
    this.name = name;
    this.isInput = isInput;
    // Nothing is bound that has no bytes.
    this.bytes = new ArrayBuffer(Math.max(16, Math.ceil(size / 16) * 16));
    this.f32 = new Float32Array(this.bytes);
    this.f16 = new Float16Array(this.bytes);
    this.u32 = new Uint32Array(this.bytes);
    this.i32 = new Int32Array(this.bytes);
    const units = isInput ? 0 : this.bytes.byteLength / 2;
    this.written = new Uint8Array(units);
    this.writePhase = new Int32Array(units);
    this.writeThread = new Int16Array(units);
    this.readPhase = new Int32Array(units);
    this.readThread = new Int16Array(units);
    this.sharedInPass = new Int32Array(units);
  }
}
