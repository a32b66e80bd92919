// Work for several processes at a time.

/** Hands out the items in order, to so many workers at once; hands out none after an interrupt. */
export async function sideBySide<Item>(
  items: readonly Item[],
  { width, interrupt }: { readonly width: number; readonly interrupt: AbortSignal },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) {
      if (interrupt.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}
