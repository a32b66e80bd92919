// Globs over ids, the same for suites, `--select` and acknowledgements.
import picomatch from 'picomatch';

/** Whether an id matches one of the globs; `gemm` and `gemm/naive` mean all below them. */
export function matches(id: string, globs: readonly string[]): boolean {
  return globs.some((glob) =>
    picomatch(glob.split('/').length < 3 && glob !== '**' ? `${glob}/**` : glob)(id),
  );
}
