// How the lanes of a subgroup reach into global memory together: which lines of a cache one access of theirs touches.

/** How a buffer is accessed, on the average of what a subgroup asks for at once. */
export interface AccessPattern {
  /**
   * `broadcast`: all lanes ask for the same words. `coalesced`: whole sectors of 32 bytes, every byte of which some lane asks for.
   * `strided`: sectors of which the lanes need a part.
   */
  readonly kind: 'broadcast' | 'coalesced' | 'strided';
  /** Lines of 128 bytes that one access touches. */
  readonly lines: number;
  /** Bytes that it asks for, each counted once. */
  readonly bytes: number;
}

const wordBytes = 4;
const sectorBytes = 32;
const lineBytes = 128;
const largestAccesses = 2 ** 24;

/** Who accesses what: a place of the text of a pass, the workgroup, its thread, and the subgroup of that. */
export interface Asker {
  readonly buffer: string;
  readonly line: number;
  readonly pass: number;
  readonly group: number;
  readonly subgroup: number;
  /** The thread, or the number of an operation that a subgroup does as one. */
  readonly thread: number;
  readonly isJoint: boolean;
}

// Lanes meet in the n-th access that each of them makes at one place of the text, as they do in lockstep.
interface Site {
  readonly buffer: string;
  readonly counts: Map<number, number>;
  readonly accesses: Map<number, Access>;
}

/** The words that lanes asked for, lane by lane. */
interface Access {
  lanes: number;
  readonly words: number[];
}

/** Gathers accesses of single threads into those of their subgroups. */
export class AccessLog {
  readonly #sites = new Map<string, Site>();

  note(asker: Asker, offset: number, bytes: number): void {
    const site = this.#siteOf(asker);
    const access = asker.isJoint ? asker.thread : turnOf(site, asker);
    const key = (asker.group * 32 + asker.subgroup) * largestAccesses + access;
    const together = site.accesses.get(key) ?? { lanes: 0, words: [] };
    site.accesses.set(key, together);
    together.lanes++;
    for (let at = offset; at < offset + bytes; at += wordBytes)
      together.words.push(Math.floor(at / wordBytes));
  }

  /** What came together, by buffer. */
  patterns(): ReadonlyMap<string, AccessPattern> {
    const byBuffer = Map.groupBy(this.#sites.values(), ({ buffer }) => buffer);
    return new Map([...byBuffer].map(([name, sites]) => [name, patternOf(sites)]));
  }

  #siteOf({ buffer, line, pass, isJoint }: Asker): Site {
    const key = `${buffer} ${line} ${pass} ${isJoint}`;
    const site = this.#sites.get(key) ?? { buffer, counts: new Map(), accesses: new Map() };
    this.#sites.set(key, site);
    return site;
  }
}

function turnOf({ counts }: Site, { group, thread }: Asker): number {
  const lane = group * 2048 + thread;
  const turn = counts.get(lane) ?? 0;
  counts.set(lane, turn + 1);
  return turn;
}

function patternOf(sites: readonly Site[]): AccessPattern {
  const accesses = sites.flatMap((site) => [...site.accesses.values()].map(extentOf));
  const sum = (of: (extent: Extent) => number) => accesses.reduce((total, extent) => total + of(extent), 0);
  const isBroadcast = accesses.every(({ isOne }) => isOne);
  const isWhole = sum(({ sectors }) => sectors) <= 1.1 * sum(({ leastSectors }) => leastSectors);
  const kind = isBroadcast ? 'broadcast' : isWhole ? 'coalesced' : 'strided';
  return {
    kind,
    lines: sum(({ lines }) => lines) / accesses.length,
    bytes: sum(({ bytes }) => bytes) / accesses.length,
  };
}

interface Extent {
  readonly lines: number;
  readonly sectors: number;
  readonly leastSectors: number;
  readonly bytes: number;
  readonly isOne: boolean;
}

function extentOf({ lanes, words }: Access): Extent {
  const count = (unit: number) => new Set(words.map((word) => Math.floor((word * wordBytes) / unit))).size;
  const bytes = wordBytes * count(wordBytes);
  return {
    lines: count(lineBytes),
    sectors: count(sectorBytes),
    leastSectors: Math.ceil(bytes / sectorBytes),
    bytes,
    isOne: lanes > 1 && lanes * count(wordBytes) === words.length,
  };
}
