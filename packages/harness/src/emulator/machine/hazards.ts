// What the emulator finds in a launch that a GPU may hide.

/** Kinds of what a kernel must not do. */
export type HazardKind =
  /** An index outside its array. */
  | 'out-of-bounds'
  /** Two threads of a workgroup touch a word without a barrier between them, and one writes. */
  | 'race'
  /** Two workgroups of a pass touch a word, one writes plainly: nothing orders that, atomics beside it neither. */
  | 'unordered-workgroups'
  /** A read of what this launch has not written. */
  | 'unwritten-read'
  /** A barrier that some threads of the workgroup do not reach. */
  | 'divergent-barrier'
  /** A subgroup operation that some lanes of the subgroup do not reach. */
  | 'divergent-subgroup'
  /** A write to an input. */
  | 'changed-input'
  /** A loop without an end. */
  | 'endless';

/** One hazard, named once however often it happens. */
export interface Hazard {
  readonly kind: HazardKind;
  /** Where and what, in words. */
  readonly message: string;
  readonly file: string;
  /** Of the final text. */
  readonly line: number;
}

/** Thrown where a launch cannot go on behind a hazard. */
export class Stop extends Error {
  override readonly name = 'Stop';
}

/** Collects hazards, each place of the text once for each kind. */
export class Hazards {
  readonly found: Hazard[] = [];
  /** Reads past the end, or of vectors of which a part is not written: hazards if what they give comes to matter. */
  readonly suspected: Hazard[] = [];
  /** Whether some order of workgroups had to wait for one that stood still. */
  needsForwardProgress = false;
  /** Says of a line of the final text where it was written. */
  readonly #place: (line: number) => string;
  readonly #file: string;

  constructor(file: string, place: (line: number) => string) {
    this.#file = file;
    this.#place = place;
  }

  report(kind: HazardKind, line: number, words: () => string): void {
    this.#note(this.found, { kind, line, words });
  }

  suspect(kind: HazardKind, line: number, words: () => string): void {
    this.#note(this.suspected, { kind, line, words });
  }

  #note(list: Hazard[], { kind, line, words }: Noted): void {
    if (list.some((known) => known.kind === kind && known.line === line)) return;
    list.push({ kind, message: `${this.#place(line)}: ${words()}`, file: this.#file, line });
  }
}

interface Noted {
  readonly kind: HazardKind;
  readonly line: number;
  readonly words: () => string;
}
