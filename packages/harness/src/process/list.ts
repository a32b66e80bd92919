// The verb `list`: what a family offers on an adapter, which another process may have seen for it.
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import type { AdapterSeen, FamilyEvent, Job, VariantKind } from '@kernel-ladder/schema';
import type { CaseParams, Family } from '../contract/family.ts';
import { listFamily } from '../run/listing.ts';

/** A job for the ids of one family. */
export interface ListRequest<Case extends CaseParams> {
  readonly job: Job;
  readonly family: Family<Case, VariantKind>;
  readonly emit: (event: FamilyEvent) => void;
}

/** Tells of the family and its ids, and of the adapter on which they were looked at. */
export function list<Case extends CaseParams>(
  { job, family, emit }: ListRequest<Case>,
  seen: AdapterSeen,
): void {
  const listing = listFamily(family, { facts: factsOf(seen) }, job.cases?.[family.name]);
  emit({ type: 'family', family: listing, ...seen });
}

/** What an open device shows to processes that do not open it. */
export function seenOn({ backend, adapter: { name }, facts }: Gpu): AdapterSeen {
  const adapter = { backend, name, software: facts.software };
  // Whoever is told may be another family: a table speaks of one.
  const { tuned: _, ...seen } = facts;
  return { adapter, facts: { ...seen, features: [...facts.features] } };
}

function factsOf({ facts }: AdapterSeen): DeviceFacts {
  return { ...facts, features: new Set(facts.features) };
}
