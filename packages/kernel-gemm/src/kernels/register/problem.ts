// What a register-blocked kernel is written for.
import type { BlockedProduct, StoredProduct } from '@kernel-ladder/kernel-kit';
import type { Epilogue } from '../epilogue.ts';

/** A product of the kit, with f16 sums of f16 operands alone, and what becomes of its sums. */
export interface RegisterProblem extends BlockedProduct, StoredProduct {
  readonly epilogue: Epilogue;
  /** What A and B are padded to, so that no load needs a guard; as they are when left out. */
  readonly whole?: Pick<StoredProduct, 'm' | 'n' | 'k'>;
}
