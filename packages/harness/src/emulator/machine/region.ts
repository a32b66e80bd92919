// What a shader's variable in shared memory is bound to: every access is looked at before it is done.
import type { RegionSpec } from '../compile/unit.ts';
import { Stop } from './hazards.ts';
import { Memory, several } from './memory.ts';
import type { Turn } from './turn.ts';

/** The part of a memory that a variable names. */
export class Region {
  readonly spec: RegionSpec;
  /** Bytes from the beginning of the memory. */
  readonly base: number;
  readonly size: number;
  readonly isStorage: boolean;
  /** Bytes that were loaded and stored. */
  moved = 0;
  memory: Memory;
  /** Says of the index that was computed last that it lies outside; null where it does not. */
  private outside: (() => string) | null = null;
  protected readonly turn: Turn;

  constructor(turn: Turn, spec: RegionSpec, { memory, base, size }: Bound) {
    this.turn = turn;
    this.spec = spec;
    this.memory = memory;
    this.base = base;
    this.size = size;
    this.isStorage = spec.binding !== null;
  }

  /** How many elements there are from the beginning of an array whose length the binding decides. */
  room(stride: number): number {
    return Math.floor(this.size / stride);
  }

  /** An index that lies inside. One into storage that does not is judged by what is done there. */
  at(index: number, count: number, line: number): number {
    if (index >= 0 && index < count) return index;
    const { turn } = this;
    const words = () => `${this.spec.name}[${index}] is outside its ${count} elements, for ${turn.who()}`;
    if (this.isStorage) this.outside = words;
    else turn.hazards.report('out-of-bounds', line, words);
    if (count === 0) throw new Stop();
    // WGSL promises some element of the array.
    return turn.goesToFirst ? 0 : count - 1;
  }

  /** Looks at a read of so many bytes. Gives the offset in the memory. */
  protected reading(offset: number, bytes: number, line: number): number {
    this.moved += bytes;
    const at = this.base + offset;
    this.log(at, bytes, line);
    if (this.outside) {
      this.turn.hazards.suspect('out-of-bounds', line, this.outside);
      this.outside = null;
    } else this.refuseBeyond(offset, bytes, line);
    // Everybody may read what nobody may write.
    if (this.memory.isInput) return at;
    if (this.isStorage) this.lookForUnwritten(at, bytes, line);
    // Nor does what a pass cannot write change in it.
    if (this.spec.isWritable) this.noteRead(at, bytes, line);
    return at;
  }

  private log(at: number, bytes: number, line: number): void {
    if (this.isStorage) this.turn.log?.note(this.turn.asker(this.memory.name, line), at, bytes);
  }

  // A part of a vector may be read and dropped; nothing else may that nobody wrote.
  private lookForUnwritten(at: number, bytes: number, line: number): void {
    const { written } = this.memory;
    const [first, end] = [at >> 1, (at + bytes) >> 1];
    let missing = 0;
    for (let unit = first; unit < end; unit++) if (written[unit] === 0) missing++;
    if (missing === 0) return;
    const words = () => {
      const unit = written.indexOf(0, first);
      return `${this.describe(unit)} is read by ${this.turn.who()}, and this launch has not written it`;
    };
    if (missing < end - first && bytes > 4) this.turn.hazards.suspect('unwritten-read', line, words);
    else this.turn.hazards.report('unwritten-read', line, words);
  }

  // What is written outside may land anywhere in the array.
  protected refuseOutside(offset: number, bytes: number, line: number): void {
    if (this.outside) this.turn.hazards.report('out-of-bounds', line, this.outside);
    else this.refuseBeyond(offset, bytes, line);
    this.outside = null;
  }

  // The lines of a matrix have no index that was looked at, and there is no place that they are promised.
  private refuseBeyond(offset: number, bytes: number, line: number): void {
    if (offset >= 0 && offset + bytes <= this.size) return;
    const words = () =>
      `bytes ${offset} to ${offset + bytes} of ${this.spec.name} are not within its ${this.size}, for ${this.turn.who()}`;
    this.turn.hazards.report('out-of-bounds', line, words);
    throw new Stop();
  }

  private noteRead(at: number, bytes: number, line: number): void {
    const { memory, turn } = this;
    const phase = this.isStorage ? turn.storagePhase : turn.phase;
    for (let unit = at >> 1; unit < (at + bytes) >> 1; unit++) {
      this.meetWriter(unit, line);
      if (memory.readPhase[unit] !== phase) this.noteReader(unit, phase);
      else if (memory.readThread[unit] !== turn.thread) memory.readThread[unit] = several;
    }
  }

  // The first to read it since a barrier.
  private noteReader(unit: number, phase: number): void {
    const { memory, turn } = this;
    const read = memory.readPhase[unit] ?? 0;
    if (read >= turn.firstPhase && turn.groupOf(read) !== turn.group) memory.sharedInPass[unit] = turn.pass;
    memory.readPhase[unit] = phase;
    memory.readThread[unit] = turn.thread;
  }

  private meetWriter(unit: number, line: number): void {
    const { memory, turn } = this;
    const phase = memory.writePhase[unit] ?? 0;
    if (phase >= turn.firstPhase)
      this.meet(unit, { phase, thread: memory.writeThread[unit] ?? 0 }, line, 'wrote');
  }

  /** Looks at a write of so many bytes. Gives the offset in the memory. */
  protected writing(offset: number, bytes: number, line: number): number {
    this.moved += bytes;
    const at = this.base + offset;
    this.log(at, bytes, line);
    this.refuseOutside(offset, bytes, line);
    const { memory, turn } = this;
    if (memory.isInput) {
      turn.hazards.report(
        'changed-input',
        line,
        () => `${this.spec.name} is an input, and ${turn.who()} writes it`,
      );
      throw new Stop();
    }
    const phase = this.isStorage ? turn.storagePhase : turn.phase;
    for (let unit = at >> 1; unit < (at + bytes) >> 1; unit++) {
      this.meetWriter(unit, line);
      const read = memory.readPhase[unit] ?? 0;
      if (read >= turn.firstPhase)
        this.meet(unit, { phase: read, thread: memory.readThread[unit] ?? 0 }, line, 'read');
      memory.written[unit] = 1;
      memory.writePhase[unit] = phase;
      memory.writeThread[unit] = turn.thread;
    }
    return at;
  }

  // Somebody has been here in this pass. Whether that was before, is told by barriers alone.
  private meet(unit: number, other: Earlier, line: number, did: string): void {
    const { turn } = this;
    const own = this.isStorage ? turn.storagePhase : turn.phase;
    if (other.phase === own) {
      if (other.thread !== turn.thread || other.thread === several) this.race(unit, other, line, did);
      return;
    }
    const isShared = did === 'read' && this.memory.sharedInPass[unit] === turn.pass;
    if (!isShared && turn.groupOf(other.phase) === turn.group) return;
    const group = turn.groupOf(other.phase);
    const whom = group === turn.group ? 'another workgroup' : `workgroup ${turn.nameOf(group)}`;
    turn.hazards.report(
      'unordered-workgroups',
      line,
      () =>
        `${this.describe(unit)} is touched by ${turn.who()}, and ${whom} ${did} it plainly in the same pass: nothing orders the two`,
    );
  }

  private race(unit: number, { thread }: Earlier, line: number, did: string): void {
    const { turn } = this;
    const whom = thread === several ? 'other threads' : `thread ${thread}`;
    turn.hazards.report(
      'race',
      line,
      () =>
        `${this.describe(unit)}: ${turn.who()} touches what ${whom} ${did} without a barrier between them`,
    );
  }

  private describe(unit: number): string {
    const { name } = this.spec;
    const byte = 2 * unit - this.base;
    const buffer = name === this.memory.name ? '' : ` (buffer ${this.memory.name})`;
    return `${name}${buffer} at byte ${byte}`;
  }
}

interface Earlier {
  readonly phase: number;
  readonly thread: number;
}

/** A memory and the part of it that is bound. */
export interface Bound {
  readonly memory: Memory;
  readonly base: number;
  readonly size: number;
}
