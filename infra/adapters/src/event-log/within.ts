/**
 * The outcome of a task, if it comes in time.
 * @throws what `late` makes when it does not, and whatever the task throws.
 */
export async function within<T>(ms: number, task: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([task, expired]);
  } finally {
    clearTimeout(timer);
  }
}
