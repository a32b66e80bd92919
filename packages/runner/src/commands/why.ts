// `bench why`: what holds kernels back, by taking them apart.
import type { Command } from '../command.ts';
import { runFlags } from '../run/flags.ts';
import { run } from './run.ts';

const { why: _, ...flags } = runFlags;

/** Runs ids as `bench run` does, and times beside each what is left of it without loads, without arithmetic, and so on. */
export const why: Command = {
  usage: 'bench why [ID…] [--suite NAME]',
  summary:
    'times kernels with their loads, their arithmetic, their barriers taken out, and says what holds each back',
  flags,
  execute: (given, io) => run.execute({ ...given, flags: { ...given.flags, why: true } }, io),
};
