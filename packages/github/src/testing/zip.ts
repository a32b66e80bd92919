// Zips as honest and as dishonest tools write them: every field can be made to lie.
import { crc32, deflateRawSync } from 'node:zlib';

/** One entry; what is left out is as it should be. */
export interface ZipEntry {
  readonly name: string;
  readonly data: Buffer | string;
  /** Unix mode, as in 0o100644. */
  readonly mode?: number;
  /** What the zip says of the size. */
  readonly claimedSize?: number;
  /** Bits of the general purpose flag, as 1 for encryption. */
  readonly flags?: number;
  readonly compressed?: Buffer;
}

/** Writes a zip. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, directory } = encode(entry, offset);
    locals.push(local);
    central.push(directory);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

function encode(
  { name, data, mode = 0o100644, claimedSize, flags = 0, compressed }: ZipEntry,
  offset: number,
) {
  const bytes = Buffer.from(data);
  const packed = compressed ?? deflateRawSync(bytes);
  const fileName = Buffer.from(name);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(flags, 2);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(claimedSize ?? bytes.length, 18);
  shared.writeUInt16LE(fileName.length, 22);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  // Made on Unix.
  head.writeUInt16LE((3 << 8) | 20, 4);
  shared.copy(head, 6);
  head.writeUInt32LE((mode << 16) >>> 0, 38);
  head.writeUInt32LE(offset, 42);
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(0x04034b50, 0);
  return {
    local: Buffer.concat([signature, shared, fileName, packed]),
    directory: Buffer.concat([head, fileName]),
  };
}
