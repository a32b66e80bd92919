// `bench detect FILE`: where did the level of any series change?
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSeries, readJson } from '@kernel-ladder/schema';
import { detect as findChanges } from '@kernel-ladder/stats';
import type { Change, History } from '@kernel-ladder/stats';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { formatEffect, formatP, table } from '../text/format.ts';
import type { Io } from '../io.ts';

/** Finds change points. */
export const detect: Command = {
  usage: 'bench detect FILE [--json]',
  summary:
    'finds the changes of level in a series: {"values", "direction", "sigma0"?, "launches"?} in commit order',
  flags: { json: { help: '{changes: [{index, effect, ciLow, ciHigh, p, …}], …} on stdout' } },
  execute: async (given, io) => {
    const [file, ...rest] = given.positionals;
    if (file === undefined || rest.length > 0)
      throw new CommandFailure('detect takes one file, or - for standard input: bench detect series.json');
    const series = await readSeries(io, file);
    const history = findChanges(series);
    if (given.flags['json'] === true) io.out(`${JSON.stringify(history, null, 2)}\n`);
    else io.out(describe(history, series.values.length));
    return exitCodes.passed;
  },
};

async function readSeries(io: Io, name: string) {
  if (name === '-') return parseSeries('-', readJson('-', await io.stdin()));
  const file = resolve(io.cwd, name);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new CommandFailure(`there is no file ${file}`);
  if (found.isDirectory())
    throw new CommandFailure(`${file} is a folder: detect reads one file, or - for standard input`);
  return parseSeries(file, readJson(file, readFileSync(file, 'utf8')));
}

function describe({ changes, sigma, drift, anchor }: History, points: number): string {
  const noise = `noise ${(100 * sigma).toFixed(2)} %`;
  const head = `${points} points, ${noise}, ${changes.length === 1 ? '1 change' : `${changes.length} changes`} of level\n`;
  const slope = drift ? `drift within the last level: ${formatEffect(drift.effect)}\n` : '';
  const above = anchor ? `last level against the best recent one: ${formatEffect(anchor.effect)}\n` : '';
  if (changes.length === 0) return `${head}${slope}${above}`;
  const header = ['index', 'change', 'effect', '95 % interval', 'p', 'first point of the new level'];
  return `${head}${table(header, changes.map(rowOf))}${slope}${above}`;
}

function rowOf(change: Change): readonly string[] {
  const { index, direction, effect, ciLow, ciHigh, p, locationLow, locationHigh } = change;
  const interval = `${formatEffect(ciLow)} … ${formatEffect(ciHigh)}`;
  const place = locationLow === locationHigh ? String(index) : `${locationLow} … ${locationHigh}`;
  return [String(index), direction, formatEffect(effect), interval, formatP(p), place];
}
