// Work for several processes at a time.

/** Hands out the items in order, to so many workers at once; none after an interrupt or a fault. Throws the first fault when all have ended. */
export async function sideBySide<Item>(
  items: readonly Item[],
  { width, interrupt }: { readonly width: number; readonly interrupt: AbortSignal },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const faults: unknown[] = [];
  const worker = async () => {
    for (const item of waiting) {
      if (interrupt.aborted || faults.length > 0) return;
      await work(item).catch((fault: unknown) => faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (faults.length > 0) throw faults[0];
}
