import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Effect } from '../../../market/written/write-records.ts';
import { AdsApiError, badRequest, refusalOf } from '../../advertising/ads-api-error.ts';
import { errorObject } from '../platform-error.ts';
import type { PlatformSite } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import { type PlatformWrite, viewsOf, type WrittenResponse, writeRoute } from './platform-write.ts';

type Operation = 'CREATE' | 'UPDATE' | 'DELETE';

/** What the items of one call have already done, so that later ones see it. */
export interface Batch {
  /** Objects created by earlier items. */
  created: number;
  /** What makes keywords the same as others, by the ad group or campaign; of those that are stored and of earlier items. */
  readonly keys: Map<number, Set<string>>;
}

/** One item: what it does, and to which object. @throws AdsApiError when it is refused */
export type BulkItem<Data> = (write: PlatformWrite, data: Data, batch: Batch) => { effect: Effect; id: number };

interface BulkKind<Data> {
  readonly path: 'keywords' | 'negative-keywords';
  readonly operation: Operation;
  readonly data: z.ZodType<Data>;
  readonly item: BulkItem<Data>;
}

type Outcome =
  | { readonly effect: Effect; readonly id: number; readonly refusal: null }
  | { readonly refusal: AdsApiError };

/** A call for many objects of a kind; some may be refused while the others are stored, if the caller says so. */
export function bulkRoute<Data>(server: FastifyInstance, site: PlatformSite, kind: BulkKind<Data>): void {
  const { path, operation, data } = kind;
  const schema = z.strictObject({
    allowPartialSuccess: z.boolean().default(false),
    items: z.array(z.strictObject({ correlationId: z.number().int(), data })).min(1),
  });
  const url = `/${path}/bulk-${operation.toLowerCase()}`;
  writeRoute(server, site, { method: 'POST', url, isUpdate: operation === 'UPDATE' }, (write) => {
    const { allowPartialSuccess, items } = bodyOf(schema, write.body);
    const { most } = site.faults.platform.bulk.too_many;
    if (items.length > most) throw badRequest(`More than ${most} items in one call`, 'items', 'INVALID_INPUT');
    const batch: Batch = { created: 0, keys: new Map() };
    const outcomes = items.map((item, index): Outcome => outcomeOf(write, kind, item.data, batch, index));
    const refusals = outcomes.flatMap(({ refusal }) => (refusal === null ? [] : refusal.items));
    if (refusals.length > 0 && !allowPartialSuccess) throw refusalOf(400, refusals);
    return bulkResponse(write, kind, { ids: items.map(({ correlationId }) => correlationId), outcomes });
  });
}

function outcomeOf<Data>(
  write: PlatformWrite,
  { item }: BulkKind<Data>,
  data: Data,
  batch: Batch,
  index: number,
): Outcome {
  const { partial, all_refused: isRefused } = write.site.faults.platform.bulk;
  if (isRefused || (partial && index % 3 === 2))
    return { refusal: badRequest('Refused on demand', '', 'INVALID_ARGUMENT') };
  try {
    return { ...item(write, data, batch), refusal: null };
  } catch (error) {
    if (error instanceof AdsApiError) return { refusal: error };
    throw error;
  }
}

function bulkResponse<Data>(
  write: PlatformWrite,
  { path, operation }: BulkKind<Data>,
  { ids, outcomes }: { readonly ids: readonly number[]; readonly outcomes: readonly Outcome[] },
): WrittenResponse {
  const { bulk, errorForm } = write.site.faults.platform;
  const done = outcomes.flatMap((outcome) => (outcome.refusal === null ? [outcome] : []));
  const body = () => {
    const objectIds = done.map(({ id }) => id);
    const views = new Map(viewsOf(write, path, objectIds).map((view, index) => [objectIds[index], view]));
    const results = outcomes.map((outcome, index) => {
      const common = { correlationId: ids[index], operation, success: outcome.refusal === null };
      if (outcome.refusal !== null) return { ...common, error: errorObject(outcome.refusal, errorForm) };
      return operation === 'DELETE' ? common : { ...common, result: views.get(outcome.id) };
    });
    const answered = bulk.hole ? results.filter((_result, index) => index !== 1) : results;
    return JSON.stringify({ result: bulk.shuffled ? answered.reverse() : answered });
  };
  const status = done.length === outcomes.length ? 200 : bulk.status;
  return { effects: done.map(({ effect }) => effect), body, status };
}
