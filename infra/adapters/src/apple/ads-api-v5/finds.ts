import type { z } from 'zod';
import type { SearchAdsTransport } from '../ad-service/calls/transport.ts';
import type { ItemReader } from '../ad-service/lists/item-reader.ts';
import { createListReader, type ListForm, type ListReader } from '../ad-service/lists/list-reader.ts';
import type { PageMemory } from '../ad-service/lists/page-memory.ts';
import { largestPage } from '../ad-service/lists/paging.ts';
import type { Reading } from '../ad-service/lists/reading.ts';

/** A find; only `deletedToo` shows deleted objects, which still have figures and installs that name them. */
export interface Finding {
  readonly path: string;
  readonly orgId: number;
  readonly conditions: readonly { field: string; operator: string; values: readonly string[] }[];
  readonly signal?: AbortSignal | undefined;
}

/** Reads lists of version 5. */
export interface FindReader extends ListReader {
  find<Schema extends z.ZodType, Item>(finding: Finding, form: ListForm<Schema, Item>): Promise<Reading<Item>>;
}

/** Condition under which a find or a report shows deleted objects too. */
export const deletedToo = { field: 'deleted', operator: 'IN', values: ['true', 'false'] } as const;

export function createFindReader(transport: SearchAdsTransport, memory: PageMemory, read: ItemReader): FindReader {
  const { list } = createListReader(transport, memory, read);
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
