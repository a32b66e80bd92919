// Whatever a command is told and finds, what it says is only to be read.
import { afterAll, describe, expect, test } from 'vitest';
import { createHostileWorkspace, hostile, hostileId, hostileName } from '../fixtures/hostile.ts';
import { bench } from '../fixtures/testing.ts';
import { commands } from './cli.ts';

const { root, files, remove } = createHostileWorkspace();
afterAll(remove);

const [first, second] = files;

// What a command may be given; a command that nobody has thought of gets the same.
const arguments_ = [
  [],
  // No process is ever given a NUL.
  [hostile.replaceAll('\u0000', '')],
  ['-'],
  [hostileName, hostileName],
  [hostileId],
  ['hostile/**', '--json'],
  [first],
  [first, second],
  [first, second, '--json'],
  [hostileId, 'HEAD~1', 'HEAD'],
  ['HEAD~1', 'HEAD', '--select', hostileId],
  [first, '--out', `results/${hostileName} out.json`],
];

// Where progress rewrites a line, it does so with this.
const redrawn = '\r\u001B[2K';

// All of a text that a terminal, a log or GitHub would obey.
function obeyed(text: string): readonly string[] {
  const hazards = /(?!\r?\n|\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s*::|##\[/gmu;
  return text.replaceAll(redrawn, '').match(hazards) ?? [];
}

// Commands that would go on are interrupted.
function listen(_: string, interrupt: () => void): void {
  setTimeout(interrupt, 500).unref();
}

function say(argv: readonly string[], isTerminal: boolean) {
  return bench(root, argv, { listen, isTerminal, stdin: hostile });
}

describe.for(Object.entries(commands))('%s', ([name, { flags }]) => {
  test.for(arguments_)('says nothing that is obeyed: %j', async (argv) => {
    const { out, err } = await say([name, ...argv], argv.length > 1);
    expect([...obeyed(out), ...obeyed(err)]).toEqual([]);
    if (argv.includes('--json') && out !== '') JSON.parse(out);
  });

  const valued = Object.entries(flags).filter(([, { value }]) => value !== undefined);
  test.for(valued)('repeats no hostile --%s', async ([flag]) => {
    const { out, err } = await say([name, first, `--${flag}`, hostileName], false);
    expect([...obeyed(out), ...obeyed(err)]).toEqual([]);
  });
});
