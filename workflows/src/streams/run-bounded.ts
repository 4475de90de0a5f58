import pLimit from 'p-limit';

/**
 * Runs a task for each item, at most `concurrency` at once. After the first failure no further task is begun; those under way
 * are waited for.
 * @returns results in the order of the items.
 */
export async function runBounded<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit({ concurrency, rejectOnClear: true });
  const runs = items.map((item) =>
    limit(async () => {
      try {
        return await task(item);
      } catch (error) {
        limit.clearQueue();
        throw error;
      }
    }),
  );
  await Promise.allSettled(runs);
  return await Promise.all(runs);
}
