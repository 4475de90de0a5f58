import { z } from 'zod';
import type { App } from '../../../market/world/apps.ts';
import type { Organization } from '../../../market/world/organizations.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import type { AdsApi } from '../../advertising/ads-api-site.ts';
import { sortingSchema } from '../objects/query-request.ts';
import { bodyOf } from '../request-body.ts';

const OPERATORS = [
  'EQUALS',
  'NOT_EQUALS',
  'IN',
  'CONTAINS_ANY',
  'CONTAINS_ALL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'BETWEEN',
  'STARTS_WITH',
  'ENDS_WITH',
  'LIKE',
] as const;

const filterSchema = z.strictObject({
  field: z.string(),
  operator: z.enum(OPERATORS),
  // Always a list, also of one.
  value: z.array(z.unknown()).min(1),
  ignoreCase: z.boolean().optional(),
});

/** The body of queries for recommendations and suggestions, whose filters differ from those of objects. */
const planningSchema = z.strictObject({
  filters: z.array(filterSchema).default([]),
  sorting: sortingSchema.optional(),
  pagination: z
    .strictObject({ offset: z.number().int().min(0), pageSize: z.number().int().min(1).max(1_000) })
    .partial()
    .optional(),
});

/** A query that says which app it is about. */
export interface PlanningRequest {
  readonly app: App;
  /** The campaign that was named in the app's stead; null: the app was. */
  readonly campaignId: number | null;
  readonly body: z.infer<typeof planningSchema>;
  /** Values of a filter as text; null without one. */
  valuesOf(field: string): readonly string[] | null;
}

/**
 * Reads a query.
 *
 * @throws AdsApiError 400 without both filters on the promoted object, with fields that are not among those of the query, or for an app
 * that the account does not advertise
 */
export function readPlanning(
  api: AdsApi,
  org: Organization | null,
  input: unknown,
  fields: readonly string[],
): PlanningRequest {
  const body = bodyOf(planningSchema, input ?? {});
  const valuesOf = (field: string) => body.filters.find((filter) => filter.field === field)?.value.map(String) ?? null;
  const unknown = body.filters.find(
    ({ field }) => ![...fields, 'promotedObjectId', 'promotedObjectType'].includes(field),
  );
  if (unknown !== undefined) throw badRequest(`Field, ${unknown.field}, is invalid`, unknown.field, 'INVALID_FIELD');
  const [type] = valuesOf('promotedObjectType') ?? [];
  const [id, further] = valuesOf('promotedObjectId') ?? [];
  if (type !== 'APPSTORE_APP')
    throw badRequest('A promotedObjectType is required', 'promotedObjectType', 'FIELD_REQUIRED');
  if (id === undefined || further !== undefined)
    throw badRequest('One promotedObjectId is required', 'promotedObjectId', 'FIELD_REQUIRED');
  const campaigns = api.world.campaigns.filter((campaign) => campaign.org === org);
  // The pages ask for the app; the service has also been seen to take a campaign.
  const match = campaigns.find((campaign) => String(campaign.app.adamId) === id || String(campaign.id) === id);
  if (match === undefined) throw badRequest('The app is not of this account', 'promotedObjectId', 'INVALID_VALUE');
  return { app: match.app, campaignId: String(match.id) === id ? match.id : null, body, valuesOf };
}
