import { isUntrustedResponse, type ReadingReason } from '@tapwise/domain';
import type { z } from 'zod';

/** What is noticed while one object of an answer is read. */
export interface ItemNotes {
  /** Says that a part of the object could not be read, and why. */
  note(reason: ReadingReason, detail: string): void;
  /** Says that a field of an item, in our words, could not be read. */
  unread(field: string): void;
  /** Says that the answer names a row of a campaign, by the row's key, on whatever day. */
  names(campaignId: number, rowKey: string): void;
}

/** Rows that an answer names, by campaign and the row's key. */
export type NamedRows = ReadonlyMap<number, ReadonlySet<string>>;

/** How the objects of a list are checked and put in our words. One object of the service may make several of ours. */
export interface ItemForm<Schema extends z.ZodType, Item> {
  readonly schema: Schema;
  readonly translate: (wire: z.infer<Schema>, notes: ItemNotes) => Item | readonly Item[];
}

/** What was read of the objects of one page. */
export interface ReadItems<Item> {
  readonly items: Item[];
  /** Each reason once, with the first detail and how often it was met. */
  readonly notes: readonly { readonly reason: ReadingReason; readonly detail: string; readonly times: number }[];
  readonly unread: ReadonlyMap<Item, ReadonlySet<string>>;
  readonly named: NamedRows;
}

/** Reads a list, each object by itself, so that one strange object does not hide all others. */
export type ItemReader = <Schema extends z.ZodType, Item>(
  operation: string,
  objects: readonly unknown[],
  form: ItemForm<Schema, Item>,
) => ReadItems<Item>;

/** Called with the number of objects of an answer that could not be read, or not in full, and the reason for the first of them. */
export type UnreadableListener = (details: { operation: string; unreadable: number; reason: string }) => void;

export function createItemReader(onUnreadable: UnreadableListener | undefined): ItemReader {
  return (operation, objects, form) => {
    const read = readItems(objects, form);
    for (const { reason, detail, times } of read.notes) {
      if (isUntrustedResponse(reason)) onUnreadable?.({ operation, unreadable: times, reason: detail });
    }
    return read;
  };
}

export function readItems<Schema extends z.ZodType, Item>(
  objects: readonly unknown[],
  { schema, translate }: ItemForm<Schema, Item>,
): ReadItems<Item> {
  const items: Item[] = [];
  const unread = new Map<Item, ReadonlySet<string>>();
  const named = new Map<number, Set<string>>();
  const names = (campaignId: number, rowKey: string): void => {
    named.set(campaignId, (named.get(campaignId) ?? new Set()).add(rowKey));
  };
  const notes = new Map<ReadingReason, { reason: ReadingReason; detail: string; times: number }>();
  const note = (reason: ReadingReason, detail: string): void => {
    const existing = notes.get(reason);
    if (existing === undefined) notes.set(reason, { reason, detail, times: 1 });
    else existing.times += 1;
  };
  for (const object of objects) {
    try {
      const fields = new Set<string>();
      const made = translate(schema.parse(object), { note, names, unread: (field) => fields.add(field) });
      for (const item of Array.isArray(made) ? (made as readonly Item[]) : [made as Item]) {
        items.push(item);
        if (fields.size > 0) unread.set(item, fields);
      }
    } catch (error) {
      note('unreadable_row', error instanceof Error ? error.message : String(error));
    }
  }
  return { items, notes: [...notes.values()], unread, named };
}
