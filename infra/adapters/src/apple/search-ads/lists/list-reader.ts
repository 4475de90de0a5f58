import type { z } from 'zod';
import type { SearchAdsCall, SearchAdsTransport } from '../transport.ts';
import type { Envelope } from './envelope.ts';
import type { ItemForm, ItemReader } from './item-reader.ts';
import type { PageMemory } from './page-memory.ts';
import { allPages, largestPage, listOf } from './paging.ts';
import { partial, type Reading } from './reading.ts';

/** How a list is read. */
export interface ListForm<Schema extends z.ZodType, Item> extends ItemForm<Schema, Item> {
  /** Takes the list out of an answer; its data when absent. */
  readonly itemsOf?: (envelope: Envelope, operation: string) => readonly unknown[];
  /** What an object is, so that one that is on two pages is noticed; `null` for one that is like others. */
  readonly keyOf?: (object: unknown) => string | null;
  /** Nothing at all is believed only where the service says that it is nothing. */
  readonly needsTotal?: boolean;
  /** Whatever else the translation depends on. */
  readonly dependsOn?: string;
}

/** A find, deleted objects included: they still have figures, and installs that name them. */
export interface Finding {
  readonly path: string;
  readonly orgId: number;
  readonly conditions: readonly { field: string; operator: string; values: readonly string[] }[];
  readonly signal?: AbortSignal | undefined;
}

/** Reads lists of the ad service, all pages of them. Each reading says whether it is whole. */
export interface ListReader {
  /** @param callAt Makes the call for the page at an offset. */
  list<Schema extends z.ZodType, Item>(
    callAt: (offset: number) => SearchAdsCall,
    pageSize: number,
    form: ListForm<Schema, Item>,
  ): Promise<Reading<Item>>;
  find<Schema extends z.ZodType, Item>(finding: Finding, form: ListForm<Schema, Item>): Promise<Reading<Item>>;
}

/** Condition under which a find or a report shows deleted objects too. */
export const deletedToo = { field: 'deleted', operator: 'IN', values: ['true', 'false'] } as const;

export function createListReader(transport: SearchAdsTransport, memory: PageMemory, read: ItemReader): ListReader {
  const list = <Schema extends z.ZodType, Item>(
    callAt: (offset: number) => SearchAdsCall,
    pageSize: number,
    form: ListForm<Schema, Item>,
  ): Promise<Reading<Item>> => {
    const { itemsOf = ({ data }) => listOf(data), keyOf = idOf, needsTotal = false, dependsOn = '' } = form;
    const { operation } = callAt(0);
    return allPages({ operation, pageSize, needsTotal }, (offset) => {
      const call = callAt(offset);
      const key = JSON.stringify([call.orgId, call.path, call.body, dependsOn]);
      return transport.call(call, (body) =>
        memory.read({ operation, key }, body, (envelope) => {
          const objects = itemsOf(envelope, operation);
          const { items, notes, unread } = read(operation, objects, form);
          const problems = notes.map(({ reason, detail }) => partial(reason, operation, detail));
          const isOnly = offset === 0 && envelope.totalResults !== null && objects.length >= envelope.totalResults;
          const keys = isOnly ? [] : objects.flatMap((object) => keyOf(object) ?? []);
          return { items, received: objects.length, problems, unread, keys };
        }),
      );
    });
  };
  return {
    list,
    find: ({ path, orgId, conditions, signal }, form) =>
      list(
        (offset) => ({
          operation: `POST ${path}`,
          method: 'POST',
          path,
          orgId,
          body: {
            conditions,
            orderBy: [{ field: 'id', sortOrder: 'ASCENDING' }],
            pagination: { offset, limit: largestPage },
          },
          ...(signal ? { signal } : {}),
        }),
        largestPage,
        form,
      ),
  };
}

const idOf = (object: unknown): string | null =>
  typeof object === 'object' && object !== null && 'id' in object && object.id !== null ? String(object.id) : null;
