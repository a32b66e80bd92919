// Mistakes of the rung with whole rows a lane, whose matrices no software adapter has.
import { edit, editMatch } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';

// Several steps, the last one not whole; queries that see some keys, and references that can be trusted.
const flat = 'q=40,k=100,d=32,mask=causal,f16';

// Logits that outgrow their references, so that the second dispatch has something to do.
const sharp = 'q=40,k=100,d=32,mask=causal,fill=peaked,f16';

// The same without a mask, whose kernel asks and has its steps once.
const bare = 'q=40,k=100,d=32,fill=peaked,f16';

/** Faults of this class. */
export const wrongWide: readonly Fault<AttentionCase>[] = [
  {
    name: 'hides-nothing',
    summary: 'Takes every key of a step for one that all queries see.',
    of: 'wide',
    change: editMatch('wide.wgsl.ts', /if \(first_key \+ \d+u > least_visible\) \{/, 'if (false) {'),
    answer: 'wrong-value',
    emulatedOn: [flat],
  },
  {
    name: 'older-reference',
    summary: 'Keeps outputs relative to a reference that was raised since.',
    of: 'wide',
    change: edit(
      'wide.wgsl.ts',
      'if (workgroupUniformLoad(&raised) == 1u) {',
      'if (workgroupUniformLoad(&raised) > 1u) {',
    ),
    answer: 'wrong-value',
    emulatedOn: [bare],
  },
  {
    name: 'blind-trust',
    summary: 'Tells of no workgroup that its references were trusted wrongly.',
    of: 'wide',
    change: editMatch('wide.wgsl.ts', /= atomicLoad\(&raised\);/, '= 0u;'),
    answer: 'wrong-value',
    emulatedOn: [sharp],
  },
  {
    name: 'first-query-keys',
    summary: 'Stops at the keys that the first query of a subgroup sees.',
    of: 'wide',
    change: editMatch(
      'wide.wgsl.ts',
      /first_query \+ subgroup \* (\d+)u \+ \d+u\)/,
      'first_query + subgroup * $1u)',
    ),
    answer: 'wrong-value',
    emulatedOn: [flat],
  },
];
