/**
 * Runs a task for each item, at most `limit` at once. After the first failure no further task is begun; those under way are
 * waited for.
 * @returns results in the order of the items.
 */
export async function runBounded<Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const index = next;
      next += 1;
      try {
        results[index] = await task(items[index] as Item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  return results;
}
