// What stands behind the numbers of a family: the edge cases of each variant, what broke as expected, what was observed.
import type { Result, SiteChecks, SiteRun, VariantChecks } from '@kernel-ladder/schema';
import { toSiteRun } from './order.ts';
import type { SourcedRun } from './order.ts';

/** Collects the checks of one family on one machine; runs are in commit order, variants in the given order. */
export function checksOf(
  machineKey: string,
  family: { readonly name: string; readonly variants: readonly string[] },
  runs: readonly SourcedRun[],
): SiteChecks {
  const own = runs
    .filter(({ run }) => run.machine.key === machineKey)
    .toReversed()
    .map((sourced) => ({
      run: toSiteRun(sourced),
      results: sourced.run.results.filter((result) => result.family === family.name),
    }));
  return {
    schemaVersion: 1,
    machineKey,
    family: family.name,
    simulated: own.some(({ results }) => results.some((result) => result.simulated)),
    variants: family.variants.flatMap((variant) => variantChecks(variant, own)),
  };
}

interface OwnRun {
  readonly run: SiteRun;
  readonly results: readonly Result[];
}

function variantChecks(variant: string, runs: readonly OwnRun[]): readonly VariantChecks[] {
  const having = runs.flatMap(({ run, results }) => {
    const own = results.filter((result) => result.variant === variant);
    return own.length > 0 ? [{ run, results: own }] : [];
  });
  const covered = having.find(({ results }) => results.some(({ coverage }) => coverage.length > 0));
  const chosen = covered ?? having[0];
  if (!chosen) return [];
  const checks = chosen.results.flatMap(({ check }) => check ?? []);
  return [
    {
      variant,
      run: chosen.run,
      oracle: checks[0]?.oracle ?? null,
      worstErrorOverTolerance:
        checks.length > 0 ? Math.max(...checks.map((check) => check.worstErrorOverTolerance)) : null,
      coverage: chosen.results.find(({ coverage }) => coverage.length > 0)?.coverage ?? [],
    },
  ];
}
