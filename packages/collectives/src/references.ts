// The measured rows of this package as data, for readers without a file system.
import type { Reference } from '@kernel-ladder/schema';
import default2 from '../reference/nccl-default-2.json' with { type: 'json' };
import ring2 from '../reference/nccl-ring-2.json' with { type: 'json' };
import ring8 from '../reference/nccl-ring-8.json' with { type: 'json' };
import tree2 from '../reference/nccl-tree-2.json' with { type: 'json' };
import tree8 from '../reference/nccl-tree-8.json' with { type: 'json' };

/** Every file of `reference`, by name. They follow their schema by test, which no type of a JSON file says. */
export const references = [default2, ring2, ring8, tree2, tree8] as readonly Reference[];
