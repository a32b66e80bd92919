// What a kernel of rows computes when: folds divide it into stages, each of which needs the results of the one before.
import type { RowsGroup } from '../fuse/group.ts';
import { isFold } from '../fuse/seed.ts';
import type { ValueId } from '../graph/types.ts';
import { valueFunction } from './functions.ts';
import type { ValueFunction } from './functions.ts';
import { elementsOf, sourcesOf } from './sources.ts';
import type { Scope, Source } from './sources.ts';

/** A fold, and what it adds up. */
export interface StagedFold {
  readonly id: ValueId;
  readonly operand: Source;
}

/** One stage: values of a row, then values of elements, then what is folded of them. */
export interface Stage {
  readonly ofRows: readonly ValueFunction[];
  readonly ofElements: readonly ValueFunction[];
  readonly folds: readonly StagedFold[];
}

/** The stages of a kernel, and which values have a name in it. */
export interface RowPlan {
  readonly stages: readonly Stage[];
  readonly isRow: (id: ValueId) => boolean;
  /** Members by number. */
  readonly functions: ReadonlyMap<ValueId, ValueFunction>;
}

/** Divides a kernel into stages. Where rows are held in registers what one stage computes for another is held as well. */
export function planRows(scope: Scope, group: RowsGroup, isHeld: boolean): RowPlan {
  const { members, stores, rows } = group;
  const isRow = (id: ValueId) => elementsOf(scope, id) === rows;
  const sources = new Map(members.map((id) => [id, sourcesOf(scope, id)]));
  const folds = members.filter((id) => isFold(scope.graph, id));
  const stage = new Map<ValueId, number>();
  for (const id of members) {
    const before = (sources.get(id) ?? []).map((source) =>
      source.kind === 'member' ? (stage.get(source.id) ?? 0) : 0,
    );
    stage.set(id, Math.max(0, ...before) + (folds.includes(id) ? 1 : 0));
  }
  const isLater = (id: ValueId) =>
    members.some(
      (reader) => (stage.get(reader) ?? 0) > (stage.get(id) ?? 0) && isReadBy(sources, reader, id),
    );
  const isFolded = (id: ValueId) => folds.some((fold) => isReadBy(sources, fold, id));
  // What only other values of the row are made of is part of their functions.
  const isShared = (id: ValueId) =>
    isRow(id) &&
    (folds.includes(id) || members.some((reader) => !isRow(reader) && isReadBy(sources, reader, id)));
  const isNamed = (id: ValueId) =>
    stores.includes(id) || isShared(id) || isFolded(id) || (isHeld && !isRow(id) && isLater(id));
  const named = members.filter((id) => isNamed(id) && !folds.includes(id));
  const functions = new Map(named.map((id) => [id, valueFunction(scope, id, isNamed)]));
  const at = (id: ValueId) => stage.get(id) ?? 0;
  const count = Math.max(0, ...stage.values()) + 1;
  const stages = Array.from({ length: count }, (_, index): Stage => {
    const own = [...functions.values()].filter(({ id }) => at(id) === index);
    const folded = folds.filter((id) => at(id) === index + 1);
    return {
      ofRows: own.filter(({ id }) => isRow(id)),
      ofElements: own.filter(({ id }) => !isRow(id)),
      folds: folded.flatMap((id) => (sources.get(id) ?? []).slice(0, 1).map((operand) => ({ id, operand }))),
    };
  });
  return { stages, isRow, functions };
}

function isReadBy(sources: ReadonlyMap<ValueId, readonly Source[]>, reader: ValueId, id: ValueId): boolean {
  return sources.get(reader)?.some((source) => source.kind === 'member' && source.id === id) ?? false;
}
