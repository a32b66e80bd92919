// Command lines → options, by one table per command.
import { parseArgs } from 'node:util';
import { CommandFailure, unknown } from './failure.ts';

/** One flag; `value` names what it takes, absent for a switch. */
export interface Flag {
  readonly help: string;
  readonly value?: string;
  readonly multiple?: boolean;
  /** One letter: `-k 10`. */
  readonly short?: string;
}

/** The flags of a command. */
export type FlagTable = { readonly [name: string]: Flag };

/** What was given: switches as true, values as texts. */
export interface Given {
  readonly flags: { readonly [name: string]: string | boolean | readonly (string | boolean)[] | undefined };
  readonly positionals: readonly string[];
}

/** Which adapter to use, shared by every command that opens one. */
export const adapterFlags: FlagTable = {
  adapter: { value: 'TEXT', help: 'use the adapter whose name contains TEXT' },
  software: { help: 'use the embedded software adapter' },
  hardware: { help: 'refuse a software adapter (exit 3)' },
  toggles: {
    value: 'LIST',
    help: 'extra Dawn toggles, comma-separated; -NAME disables one; they make another machine',
  },
};

/** Parses argv; throws a usage failure that names the nearest flag. */
export function parseFlags(argv: readonly string[], table: FlagTable): Given {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, flag]) => [
      name,
      {
        type: flag.value ? ('string' as const) : ('boolean' as const),
        multiple: flag.multiple ?? false,
        ...(flag.short ? { short: flag.short } : {}),
      },
    ]),
  );
  // pnpm hands on the `--` of `pnpm bench -- --flag`.
  const args = argv.filter((text, index) => !(index === 0 && text === '--'));
  refuseUnknown(args, table);
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return { flags: values, positionals };
  } catch (error) {
    throw new CommandFailure(error instanceof Error ? firstSentence(error.message) : String(error));
  }
}

/** The flag's text; undefined when it was not given. */
export function textOf(given: Given, name: string): string | undefined {
  const value = given.flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** The flag's number; throws when it is not one of at least `minimum`. */
export function numberOf(given: Given, name: string, minimum: number): number | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < minimum) {
    throw new CommandFailure(`--${name} takes a number of at least ${minimum}, not "${text}"`);
  }
  return value;
}

/** Which whole numbers a flag takes. */
export interface WholeNumbers {
  readonly least: number;
  readonly most?: number;
  /** The flag in messages, where it is not `--name`. */
  readonly label?: string;
}

/** The flag's whole number; throws when it is none of those that it takes. */
export function integerOf(
  given: Given,
  name: string,
  { least, most, label }: WholeNumbers,
): number | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < least || value > (most ?? value)) {
    const taken = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new CommandFailure(`${label ?? `--${name}`} takes a whole number ${taken}, not "${text}"`);
  }
  return value;
}

/** Texts of a flag that may stand more than once. */
export function textsOf(given: Given, name: string): readonly string[] {
  const value = given.flags[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** Whether `--fail-on slower` was given; throws on any other word. */
export function readFailOn(given: Given): boolean {
  const text = textOf(given, 'fail-on');
  if (text === undefined) return false;
  if (text !== 'slower') throw unknown('--fail-on', text, ['slower']);
  return true;
}

function refuseUnknown(args: readonly string[], table: FlagTable): void {
  const names = Object.keys(table).map((name) => `--${name}`);
  for (const text of args) {
    if (text === '--') return;
    const name = text.split('=')[0] ?? text;
    if (name.startsWith('--') && !names.includes(name)) throw unknown('flag', name, names);
  }
}

function firstSentence(message: string): string {
  return message.split('. ')[0] ?? message;
}
