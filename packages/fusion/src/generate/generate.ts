// The kernel of a group of operators, as WGSL.
import type { Group } from '../fuse/group.ts';
import type { Subject } from '../fuse/join.ts';
import { columnsKernel } from './columns.ts';
import { ownElement } from './elements.ts';
import type { GeneratedKernel, Target } from './kernel.ts';
import { mapKernel } from './map.ts';
import { isBlocked, productKernel } from './product.ts';
import { rowsKernel } from './rows.ts';
import { isScattered, scatterKernel } from './scatter.ts';
import { scopeOf } from './sources.ts';
import type { Scope } from './sources.ts';

/** Writes the kernel of a group. Throws where an operator has none. */
export function generateKernel(subject: Subject, group: Group, target: Target): GeneratedKernel {
  const kernel = written(scopeOf(subject, group), target, group);
  // Constants and places of halves are in the text alone.
  const isHalf = /\bf16\b/.test(kernel.text);
  return isHalf ? { ...kernel, text: `enable f16;\n${kernel.text}` } : kernel;
}

function written(scope: Scope, target: Target, group: Group): GeneratedKernel {
  switch (group.kind) {
    case 'map':
      return mapKernel(scope, target, group);
    case 'rows':
      return rowsKernel(scope, target, group);
    case 'columns':
      return columnsKernel(scope, target, group);
    case 'opaque':
      if (target.products === 'tiles' && isBlocked(scope, group.node))
        return productKernel(scope, target, group);
      return isScattered(scope, group.node)
        ? scatterKernel(scope, target, group)
        : mapKernel(scope, target, group, ownElement(scope, group.node));
    default:
      return group satisfies never;
  }
}
