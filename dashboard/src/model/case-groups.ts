// Many cases in groups of what they differ in besides their sizes.

/** A menu's value and its words. */
export type Option = readonly [value: string, label: string];
/** Options under a heading. */
export interface Group {
  readonly label: string;
  readonly options: readonly Option[];
}

const mostUngrouped = 12;

/** Many cases are found sooner under what they differ in besides their sizes. */
export function grouped(cases: readonly Option[]): readonly (Option | Group)[] {
  if (cases.length <= mostUngrouped) return cases;
  const groups = [...Map.groupBy(cases, ([name]) => kindOf(name))];
  if (groups.length === 1) return cases;
  return groups.map(([label, options]) => ({ label, options }));
}

// `n=1024,op=max,f32` → `op=max, f32`: sizes are what a case is chosen by inside its group.
function kindOf(name: string): string {
  return name
    .split(',')
    .filter((part) => !/=[\d.x]+$/.test(part))
    .join(', ');
}
