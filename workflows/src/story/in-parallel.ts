/**
 * Does something for each item, in their order and at most `count` at once. After the first failure no further one is begun; those
 * under way are waited for.
 */
export async function inParallel<Item>(
  items: Iterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let isFailed = false;
  const workOff = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true && !isFailed; next = queue.next()) {
      try {
        await work(next.value);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: count }, workOff);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}
