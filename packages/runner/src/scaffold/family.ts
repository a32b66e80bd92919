// A new family: the template of kernel-kit, which works and is tested as it lies there, under a name of its own.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../failure.ts';
import type { Io } from '../io.ts';
import type { Written } from './kernel.ts';
import { refuseName } from './names.ts';

/** Files of the package, nothing of them written yet; throws a usage failure where there cannot be such a family. */
export function makeFamily(io: Io, name: string): readonly Written[] {
  refuseName('family', name);
  const folder = join(io.root, 'packages', `kernel-${name}`);
  if (existsSync(folder)) throw new CommandFailure(`${folder} is there already: choose another name`);
  const kit = join(io.root, 'packages', 'kernel-kit');
  const template = join(kit, 'template');
  const files = readdirSync(template, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(template, path)).isFile())
    .toSorted();
  return [
    { path: join(folder, 'package.json'), text: manifest(name, kit), note: '' },
    { path: join(folder, 'tsconfig.json'), text: tsconfig, note: '' },
    {
      path: join(folder, 'vitest.config.ts'),
      text: readFileSync(join(kit, 'vitest.config.ts'), 'utf8'),
      note: '',
    },
    ...files.map((path) => ({
      path: join(folder, path),
      text: renamed(readFileSync(join(template, path), 'utf8'), name),
      note: '',
    })),
  ];
}

const tsconfig = '{ "extends": "../../tsconfig.json", "include": ["src", "vitest.config.ts"] }\n';

// What the template may import is what kernel-kit depends on, and kernel-kit.
function manifest(name: string, kit: string): string {
  // Read from this workspace, whose own tools have read it before.
  const {
    name: kitName,
    exports: _,
    dependencies,
    ...shared
  } = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8')) as Record<string, object | string>;
  const { devDependencies, ...head } = shared;
  const own = {
    name: `@kernel-ladder/kernel-${name}`,
    ...head,
    exports: { '.': './src/index.ts' },
    dependencies: { ...(dependencies as object), [String(kitName)]: 'workspace:*' },
    devDependencies,
  };
  return `${JSON.stringify(own, null, 2)}\n`;
}

// `template` is a word of its own, or the first of a name like templateInputs or TemplateCase.
function renamed(text: string, name: string): string {
  const camel = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return text
    .replaceAll(/\btemplate(?=[A-Z])/g, camel)
    .replaceAll(/\bTemplate(?=[A-Z])/g, `${camel[0]?.toUpperCase() ?? ''}${camel.slice(1)}`)
    .replaceAll(/\btemplate\b/g, name);
}
