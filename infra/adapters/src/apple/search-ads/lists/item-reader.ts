import type { z } from 'zod';

/**
 * Checks and translates a list, each object by itself, so that one strange object does not hide all others.
 * @returns those that could be read.
 */
export type ItemReader = <Schema extends z.ZodType, Item>(
  operation: string,
  schema: Schema,
  found: readonly unknown[],
  translate: (wire: z.infer<Schema>) => Item,
) => Item[];

/** Called with the number of objects of an answer that could not be read, and the reason for the first of them. */
export type UnreadableListener = (about: { operation: string; unreadable: number; reason: string }) => void;

export function createItemReader(onUnreadable: UnreadableListener | undefined): ItemReader {
  return (operation, schema, found, translate) => {
    const items: ReturnType<typeof translate>[] = [];
    let unreadable = 0;
    let reason = '';
    for (const each of found) {
      try {
        items.push(translate(schema.parse(each)));
      } catch (error) {
        if (unreadable === 0) reason = error instanceof Error ? error.message : String(error);
        unreadable += 1;
      }
    }
    if (unreadable > 0) onUnreadable?.({ operation, unreadable, reason });
    return items;
  };
}
