// Kernel files from texts at hand: what a bundler has collected for a page, or a test has written.
import type { WgslLoader } from './wgsl.ts';

/** Texts by the path of their file, as `import.meta.glob` gives them with `query: '?raw'`. */
export type SourceTexts = { readonly [path: string]: string };

/** Where in the texts a family lies. */
export interface TextRoot {
  /** What the paths of all packages begin with, such as `../../packages`. */
  readonly packages: string;
  /** The folder of the family's package, such as `kernel-gemm`. */
  readonly own: string;
}

/** Loads the kernels of one package, and the files of other packages by `@scope/package/path`, from texts. */
export function textLoader(texts: SourceTexts, { packages, own }: TextRoot): WgslLoader {
  const pathOf = (file: string) => {
    const [, name, inside] = /^@[^/]+\/([^/]+)\/(.+)$/.exec(file) ?? [];
    return name === undefined
      ? flatten(`${packages}/${own}/src/kernels/${file}`)
      : `${packages}/${name}/src/${inside}`;
  };
  const load = (file: string) => {
    const path = pathOf(file);
    const text = texts[path];
    if (text === undefined) throw new Error(`${file}: no text at ${path}`);
    return text;
  };
  return Object.assign(load, { find: (file: string) => texts[pathOf(file)] ?? null });
}

/** A path without `.`, and without `..` behind a folder. */
export function flatten(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    const isClimb = part === '..' && parts.length > 0 && parts.at(-1) !== '..';
    if (isClimb) parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
