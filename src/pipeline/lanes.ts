/**
 * Does work on each item, at most `laneCount` at a time, begun in order.
 * @returns the results in the order of the items; fails with the first error.
 */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  laneCount: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(laneCount, items.length) }, lane));
  return results;
}
