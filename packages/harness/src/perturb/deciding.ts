// Which passes of a plan decide how much work others do: what they leave must be right, or nothing that comes behind can be timed.
import { boundBuffer } from '../contract/family.ts';
import type { Pass, Plan } from '../contract/family.ts';
import type { Declaration } from '../emulator/syntax/tree.ts';
import { writableBindings } from '../wgsl/facts.ts';
import { exitsOf, isReadOf, taintOf } from './flow.ts';
import { readShader, rootOf } from './shader.ts';
import type { Shader } from './shader.ts';
import type { Part } from './visit.ts';

/**
 * The passes that write a buffer by which loops of a later pass end that does not write it itself. What a pass publishes to its own workgroups
 * is another matter: a look-back waits for what its own launch writes.
 */
export function decidingPasses({ passes }: Plan, textOf: (pass: Pass) => string): ReadonlySet<Pass> {
  const found = new Set<Pass>();
  const wanted = new Set<string>();
  for (const pass of passes.toReversed()) {
    const text = textOf(pass);
    const written = new Set(buffersAt(pass, writableBindings(text)));
    if ([...written].some((buffer) => wanted.has(buffer))) found.add(pass);
    for (const buffer of buffersAt(pass, endingBindings(text))) if (!written.has(buffer)) wanted.add(buffer);
  }
  return found;
}

function buffersAt({ bindings }: Pass, places: readonly number[]): readonly string[] {
  return places.flatMap((place) => {
    const bound = bindings[place];
    return bound === undefined ? [] : [boundBuffer(bound)];
  });
}

// Bindings whose values decide how often loops turn.
function endingBindings(text: string): readonly number[] {
  const shader = readShader(text);
  const exits = exitsOf(shader);
  return [...shader.names.variables.values()].flatMap((variable) => {
    const binding = bindingOf(variable);
    if (binding === null) return [];
    const loaded = taintOf(shader, (part) => isElementOf(shader, part, variable.name));
    return exits.some((exit) => loaded.has(exit)) ? [binding] : [];
  });
}

function isElementOf({ names }: Shader, part: Part, variable: string): boolean {
  return isReadOf(names, part, 'storage') && rootOf(names, part.fn, part.expression) === variable;
}

function bindingOf({ space, attributes }: Declaration): number | null {
  const [place] = attributes.get('binding') ?? [];
  return space[0] === 'storage' && place?.kind === 'number' ? Number.parseInt(place.text, 10) : null;
}
