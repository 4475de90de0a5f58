import type { z } from 'zod';
import type { SearchAdsCall, SearchAdsTransport } from '../calls/transport.ts';
import type { Envelope } from './envelope.ts';
import type { ItemForm, ItemReader } from './item-reader.ts';
import type { PageMemory } from './page-memory.ts';
import { allPages, listOf } from './paging.ts';
import { partial, type Reading } from './reading.ts';

/** How a list is read. */
export interface ListForm<Schema extends z.ZodType, Item> extends ItemForm<Schema, Item> {
  /** Takes the list out of an answer; its data when absent. */
  readonly itemsOf?: (envelope: Envelope, operation: string) => readonly unknown[];
  /** What an object is, so that one that is on two pages is noticed; `null` for one that is like others. */
  readonly keyOf?: (object: unknown) => string | null;
  /** Nothing at all is believed only where the service says that it is nothing. */
  readonly needsTotal?: boolean;
  /** Even a whole list leaves out what is there: the reading says which rows it names. */
  readonly namesRows?: boolean;
  /** Whatever else the translation depends on. */
  readonly dependsOn?: string;
}

/** Reads a list of the ad service, all pages of it. The reading says whether it is whole. */
export interface ListReader {
  /** @param callAt Makes the call for the page at an offset. */
  list<Schema extends z.ZodType, Item>(
    callAt: (offset: number) => SearchAdsCall,
    pageSize: number,
    form: ListForm<Schema, Item>,
  ): Promise<Reading<Item>>;
}

export function createListReader(transport: SearchAdsTransport, memory: PageMemory, read: ItemReader): ListReader {
  return {
    list: (callAt, pageSize, form) => {
      const { itemsOf = ({ data }) => listOf(data), keyOf = idOf, dependsOn = '' } = form;
      const { needsTotal = false, namesRows = false } = form;
      const { operation } = callAt(0);
      return allPages({ operation, pageSize, needsTotal, namesRows }, (offset) => {
        const call = callAt(offset);
        const key = JSON.stringify([call.orgId, call.path, call.body, dependsOn]);
        return transport.call(call, (body) =>
          memory.read({ operation, key }, body, (envelope) => {
            const objects = itemsOf(envelope, operation);
            const { items, notes, unread, named } = read(operation, objects, form);
            const problems = notes.map(({ reason, detail }) => partial(reason, operation, detail));
            const isOnly = offset === 0 && envelope.totalResults !== null && objects.length >= envelope.totalResults;
            const keys = isOnly ? [] : objects.flatMap((object) => keyOf(object) ?? []);
            return { items, received: objects.length, problems, unread, named, keys };
          }),
        );
      });
    },
  };
}

const idOf = (object: unknown): string | null =>
  typeof object === 'object' && object !== null && 'id' in object && object.id !== null ? String(object.id) : null;
