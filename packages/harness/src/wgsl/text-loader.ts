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
  return (file) => {
    const [, name, inside] = /^@[^/]+\/([^/]+)\/(.+)$/.exec(file) ?? [];
    const path =
      name === undefined
        ? flatten(`${packages}/${own}/src/kernels/${file}`)
        : `${packages}/${name}/src/${inside}`;
    const text = texts[path];
    if (text === undefined) throw new Error(`${file}: no text at ${path}`);
    return text;
  };
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
