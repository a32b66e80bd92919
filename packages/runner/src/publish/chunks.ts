// Lists cut into pieces of work.
import { basename } from 'node:path';
import { hashSeed } from '@kernel-ladder/stats';

/** Pieces of so many values each; the last may have fewer. */
export function chunks<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  );
}

/** The same of values that are made as they are asked for: a piece is there before the next is begun. */
export function* chunksOf<Value>(values: Iterable<Value>, size: number): Generator<readonly Value[]> {
  let piece: Value[] = [];
  for (const value of values) {
    piece.push(value);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

// As many files as take a thread about a tenth of a second, on average and at most.
const usualFiles = 32;
const mostFiles = 96;

/** Pieces of files that end where a file's name says so: a file more changes the piece that it is in, and no other. */
export function filePieces(files: readonly string[]): readonly (readonly string[])[] {
  const pieces: string[][] = [];
  let piece: string[] = [];
  for (const file of files) {
    if (piece.length === 0) pieces.push(piece);
    piece.push(file);
    if (piece.length === mostFiles || hashSeed(basename(file)) % usualFiles === 0) piece = [];
  }
  return pieces;
}
