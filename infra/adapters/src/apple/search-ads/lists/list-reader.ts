import type { z } from 'zod';
import type { SearchAdsCall, SearchAdsTransport } from '../transport.ts';
import type { ItemReader } from './item-reader.ts';
import type { PageMemory } from './page-memory.ts';
import { allPages, largestPage, listOf } from './paging.ts';

/** How the objects of a list are checked and put in our words. One object of the service may make several of ours. */
export interface ItemForm<Schema extends z.ZodType, Item> {
  readonly schema: Schema;
  readonly translate: (wire: z.infer<Schema>) => Item | readonly Item[];
  /** Takes the list out of an answer's data; the data itself when absent. */
  readonly itemsOf?: (data: unknown) => readonly unknown[];
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

/** Reads lists of the ad service, all pages of them. */
export interface ListReader {
  /** @param callAt Makes the call for the page at an offset. */
  list<Schema extends z.ZodType, Item>(
    callAt: (offset: number) => SearchAdsCall,
    pageSize: number,
    form: ItemForm<Schema, Item>,
  ): Promise<readonly Item[]>;
  find<Schema extends z.ZodType, Item>(finding: Finding, form: ItemForm<Schema, Item>): Promise<readonly Item[]>;
}

/** Condition under which a find or a report shows deleted objects too. */
export const deletedToo = { field: 'deleted', operator: 'IN', values: ['true', 'false'] } as const;

export function createListReader(transport: SearchAdsTransport, memory: PageMemory, read: ItemReader): ListReader {
  const list = <Schema extends z.ZodType, Item>(
    callAt: (offset: number) => SearchAdsCall,
    pageSize: number,
    form: ItemForm<Schema, Item>,
  ): Promise<readonly Item[]> => {
    const { schema, translate, itemsOf = listOf, dependsOn = '' } = form;
    return allPages(callAt(0).operation, pageSize, (offset) => {
      const call = callAt(offset);
      const question = JSON.stringify([call.orgId, call.path, call.body, dependsOn]);
      return transport.call(call, (body) =>
        memory.read(question, body, (data) => {
          const found = itemsOf(data);
          const items = read(call.operation, schema, found, translate).flat() as Item[];
          return { items, received: found.length };
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
