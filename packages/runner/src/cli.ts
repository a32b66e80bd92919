// `bench`: one table of commands; everything else is in its command's file.
import { inspect } from 'node:util';
import { InvalidDocument } from '@kernel-ladder/schema';
import { guarded } from './border.ts';
import type { Command } from './command.ts';
import { aa } from './commands/aa.ts';
import { ab } from './commands/ab.ts';
import { archive } from './commands/archive.ts';
import { bisect } from './commands/bisect.ts';
import { compare } from './commands/compare.ts';
import { confirm } from './commands/confirm.ts';
import { curriculum } from './commands/curriculum.ts';
import { detect } from './commands/detect.ts';
import { doctor } from './commands/doctor.ts';
import { evidence } from './commands/evidence.ts';
import { importCommand } from './commands/import.ts';
import { list } from './commands/list.ts';
import { merge } from './commands/merge.ts';
import { mutants } from './commands/mutants.ts';
import { newCommand } from './commands/new.ts';
import { pack } from './commands/pack.ts';
import { predict } from './commands/predict.ts';
import { publish } from './commands/publish.ts';
import { record } from './commands/record.ts';
import { report } from './commands/report.ts';
import { run } from './commands/run.ts';
import { show } from './commands/show.ts';
import { train } from './commands/train.ts';
import { tune } from './commands/tune.ts';
import { watch } from './commands/watch.ts';
import { why } from './commands/why.ts';
import { CommandFailure, exitCodes, unknown } from './failure.ts';
import type { ExitCode } from './failure.ts';
import { parseFlags } from './flags.ts';
import type { Io } from './io.ts';

/** All commands by their names. */
export const commands: { readonly [name: string]: Command } = {
  run,
  list,
  doctor,
  show,
  record,
  archive,
  publish,
  compare,
  confirm,
  ab,
  bisect,
  aa,
  merge,
  detect,
  predict,
  import: importCommand,
  curriculum,
  report,
  tune,
  train,
  why,
  mutants,
  evidence,
  pack,
  new: newCommand,
  watch,
};

/** Runs one command line and returns its exit code; all faults end as a message on stderr. */
export async function main(argv: readonly string[], outside: Io): Promise<ExitCode> {
  const io = guarded(outside);
  try {
    return await dispatch(argv[0] === '--' ? argv.slice(1) : argv, io);
  } catch (error) {
    if (error instanceof CommandFailure) return fail(io, error.message, error.exitCode);
    if (error instanceof InvalidDocument) return fail(io, error.message, exitCodes.usage);
    // What the file system refuses: a folder where a file is wanted, no permission.
    if (error instanceof Error && 'syscall' in error) return fail(io, error.message, exitCodes.usage);
    // A mistake of our own: all that helps to find it.
    return fail(io, inspect(error), exitCodes.failed);
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<ExitCode> {
  const [first, ...rest] = args;
  if (first === 'help' || first === '--help' || first === '-h') return help(io, rest[0]);
  // No command has a slash in its name, and every id has.
  if (first === undefined || first.startsWith('-') || first.includes('/')) return start('run', args, io);
  return start(first, rest, io);
}

async function start(name: string, args: readonly string[], io: Io): Promise<ExitCode> {
  const command = find(name);
  if (args.includes('--help') || args.includes('-h')) return help(io, name);
  return command.execute(parseFlags(args, command.flags), io);
}

function find(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw unknown('command', name, [...Object.keys(commands), 'help']);
  return command;
}

function fail(io: Io, message: string, exitCode: ExitCode): ExitCode {
  io.err(`bench: ${message}\n`);
  return exitCode;
}

function help(io: Io, name: string | undefined): ExitCode {
  if (name === undefined) {
    io.out(overview());
    return exitCodes.passed;
  }
  const command = find(name);
  const rows = Object.entries(command.flags).map(([flag, { value, short, help: text }]) => [
    `${short ? `-${short}, ` : ''}--${flag}${value ? ` ${value}` : ''}`,
    text,
  ]);
  io.out(`${command.usage}\n\n${command.summary}\n${rows.length > 0 ? `\nFlags:\n${columns(rows)}` : ''}`);
  return exitCodes.passed;
}

function overview(): string {
  const rows = Object.values(commands).map(({ usage, summary }) => [usage, summary]);
  return `Benchmarks WebGPU kernels: proves each right, times it, remembers it.

Commands (\`bench help COMMAND\` has its flags):
${columns(rows)}
Exit codes:
${columns(exitTexts)}`;
}

const exitTexts = [
  ['0', 'all passed; skips are allowed'],
  ['1', 'an id failed its check, crashed or timed out, or a family does not start;'],
  ['', '--fail-on slower found an id REGRESSED or newly failing, or had nothing to judge;'],
  ['', 'confirm found what its --fail-on names; tune found no candidate that is right;'],
  ['', 'bisect found nothing; a write-up is stale (report --check); a test failed (evidence)'],
  ['2', 'wrong usage or a malformed file'],
  ['3', 'no adapter of the wanted kind'],
  ['130', 'interrupted'],
] as const;

function columns(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}
