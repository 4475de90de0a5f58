import { wholeItems } from '../../ad-service/lists/reading.ts';
import type { WriteEnd, WriteScope } from '../../ad-service/writes/write-end.ts';
import { among } from '../lists/queries.ts';
import { deletedWire } from '../schemas.ts';
import { bulkBody } from './bodies.ts';
import { remoteLists } from './remote-readings.ts';
import type { WriteContext } from './write-context.ts';
import { endsOfDeletes } from './write-frame.ts';

/** What is deleted already is not there to be deleted again. */
export async function deleteOne({ call }: WriteContext, scope: WriteScope, path: string): Promise<WriteEnd<null>> {
  const end = await call(scope, { method: 'DELETE', path }, (): WriteEnd<null> => ({ kind: 'done', value: null }));
  return end.kind === 'refused' && end.status === 404 ? { kind: 'done', value: null } : end;
}

type Deleted = WriteEnd<{ readonly deleted: number | null }>;

/** Deletes keywords or negatives. `deleted` counts what is deleted then, whoever did it. */
export async function deleteRows(
  context: WriteContext,
  scope: WriteScope,
  things: 'keywords' | 'negative-keywords',
  ids: readonly number[],
): Promise<Deleted> {
  const body = bulkBody(ids.map((id) => ({ id })));
  const end = await context.call(scope, { method: 'POST', path: `/${things}/bulk-delete`, body }, (response) =>
    endsOfDeletes(response, ids.length),
  );
  // Deletion in bulk came with a later release of the interface.
  if (end.kind === 'refused' && end.status === 404) return deleteSingly(context, scope, things, ids);
  if (end.kind !== 'done') return end;
  const open = ids.filter((_, index) => end.value[index] !== true);
  return {
    kind: 'done',
    value: { deleted: ids.length - open.length + (await countGone(context, scope, things, open)) },
  };
}

async function deleteSingly(
  context: WriteContext,
  scope: WriteScope,
  things: string,
  ids: readonly number[],
): Promise<Deleted> {
  let deleted = 0;
  for (const id of ids) {
    const end = await deleteOne(context, scope, `/${things}/${id}`);
    // What is open after some were deleted is counted as not deleted, and read again.
    if (end.kind !== 'done') return deleted === 0 ? end : { kind: 'done', value: { deleted } };
    deleted += 1;
  }
  return { kind: 'done', value: { deleted } };
}

/** How many of these are not there, or deleted. Those that cannot be read count as being there. */
async function countGone(
  { transport }: WriteContext,
  scope: WriteScope,
  things: string,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { orgId, signal } = scope;
  const query = { path: `/${things}/query`, orgId, filters: [among('id', ids)], signal };
  const form = { schema: deletedWire, translate: (wire: { id: number; deleted?: boolean | null | undefined }) => wire };
  try {
    const objects = wholeItems(await remoteLists(transport, scope).query(query, form));
    const there = new Set(objects.filter(({ deleted }) => deleted !== true).map(({ id }) => id));
    return ids.filter((id) => !there.has(id)).length;
  } catch {
    return 0;
  }
}
