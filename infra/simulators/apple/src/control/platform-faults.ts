import { z } from 'zod';

const ids = z.array(z.number().int()).max(10_000);

const v5End = z.strictObject({
  /** Instant of the simulator's clock; absent: at once. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** `301` with a `Location`, `503` with a page of HTML; `closed` cuts the connection. */
  as: z.union([z.literal([301, 403, 404, 410, 503]), z.literal('closed')]),
  /** Organizations for which the API has ended; absent: all, and calls without one. */
  orgs: ids.optional(),
});

const rateLimit = z.strictObject({
  /** Calls in a window, which begins with the first call after the last one. */
  limit: z.number().int().min(1),
  /** Seconds. */
  window: z.number().min(0.05).max(3_600).default(60),
  /** Whose calls are counted together. */
  scope: z.enum(['client', 'account']).default('client'),
  /** Whether a refusal says when to come again. */
  retry_after: z.boolean().default(true),
});

const bulk = z.strictObject({
  /** Every third item is refused. */
  partial: z.boolean().default(false),
  /** Each item is refused. */
  all_refused: z.boolean().default(false),
  /** A call of more items is refused as a whole. */
  too_many: z.strictObject({ most: z.number().int().min(1).max(1_000) }).default({ most: 1_000 }),
  /** The second item has no result, whatever was done with it. */
  hole: z.boolean().default(false),
  /** Results come in another order than the items. */
  shuffled: z.boolean().default(false),
  /** Status of an answer of which some item was refused. */
  status: z.literal([200, 207, 400]).default(200),
});

const ad = z.strictObject({
  /** Ads of campaigns in search results are refused. */
  refused_in_search_results: z.boolean().default(false),
  /** What happens when a second ad of an ad group is enabled. */
  second_enabled: z.enum(['refused', 'displaces']).default('refused'),
  /** What happens when an ad is enabled whose ad group or campaign is not. */
  parent_paused: z.enum(['refused', 'accepted']).default('refused'),
});

/** Switches of what the documentation of the Platform API leaves open, and of how the older API ends. */
export const platformSwitches = z.strictObject({
  /** The older API answers nothing any more; null: it lives. */
  v5_end: v5End.nullable().optional(),
  /** How far back the older API has daily figures. */
  v5_daily_reach: z.enum(['90_days', '24_months']).optional(),
  /** Accounts that the provider's user sees: all, those of the first one's organization, none. */
  acls: z.enum(['all', 'one_org', 'empty']).optional(),
  /** Client ids whose keys are no longer accepted. */
  revoked_clients: z.array(z.string()).max(1_000).optional(),
  /** Ad accounts that have become Basic. */
  turned_basic: ids.optional(),
  rate_limit: rateLimit.optional(),
  bulk: bulk.optional(),
  /** The next n updates are answered 200 with the old values and change nothing. */
  ignored_write: z.number().int().min(0).optional(),
  /** How long a new creative is `PENDING`, and what it is then. */
  creative_pending_ms: z.number().int().min(0).max(600_000).optional(),
  ends: z.enum(['VALID', 'INVALID']).optional(),
  /** Whether `cpaCap: null` takes the cap of an ad group away. */
  cpa_cap_null: z.enum(['clears', 'refused']).optional(),
  /** What the start of an ad group, which has no zone, means: UTC, or the clock of the ad account. */
  start_zone: z.enum(['utc', 'account']).optional(),
  /** Where the destination of a creative is shown. */
  creative_destination: z.enum(['always', 'by_id']).optional(),
  ad: ad.optional(),
  /** Whether a keyword without a bid shows that of its ad group. */
  inherited_bid: z.enum(['shown', 'absent']).optional(),
  /** Where a report that is grouped by country says which. */
  country_in: z.enum(['metadata', 'bucket', 'none']).optional(),
  /** `docs`: every report needs `campaignId`; at the campaign level the others refuse any filter, take `id` alone, or take any. */
  report_filter: z.enum(['any', 'docs', 'none_at_campaign', 'id_at_campaign']).optional(),
  /** How a report shows days without activity. */
  zero_days: z.enum(['date_only', 'zeros', 'absent']).optional(),
  /** Whether reports have rows of deleted objects. */
  deleted_rows: z.enum(['yes', 'no']).optional(),
  /** An answer without rows has no list of rows either. */
  result_without_rows: z.boolean().optional(),
  /** Most rows of a page, whatever was asked for; null: as documented. */
  page_cap: z.number().int().min(1).nullable().optional(),
  /** `totalCount` of a query that did not ask for it. */
  total_count: z.union([z.enum(['absent', 'null', 'zero']), z.literal(0)]).optional(),
  /** Form of refusals: details with or without the field, a list named `errors` instead, no body at all. */
  error_form: z.enum(['field', 'no_field', 'errors', 'empty']).optional(),
  /** Objects whose `displayStatus` is a word that no documentation has: `BRAND_NEW`. */
  brand_new: ids.optional(),
});

type PlatformSwitches = z.infer<typeof platformSwitches>;

const WIRE_NAMES = {
  v5End: 'v5_end',
  v5DailyReach: 'v5_daily_reach',
  acls: 'acls',
  revokedClients: 'revoked_clients',
  turnedBasic: 'turned_basic',
  rateLimit: 'rate_limit',
  bulk: 'bulk',
  ignoredWrite: 'ignored_write',
  creativePendingMs: 'creative_pending_ms',
  creativeEnds: 'ends',
  creativeDestination: 'creative_destination',
  cpaCapNull: 'cpa_cap_null',
  startZone: 'start_zone',
  ad: 'ad',
  inheritedBid: 'inherited_bid',
  countryIn: 'country_in',
  reportFilter: 'report_filter',
  zeroDays: 'zero_days',
  deletedRows: 'deleted_rows',
  resultWithoutRows: 'result_without_rows',
  pageCap: 'page_cap',
  totalCount: 'total_count',
  errorForm: 'error_form',
  brandNew: 'brand_new',
} as const satisfies Record<string, keyof PlatformSwitches>;

type Names = typeof WIRE_NAMES;

/** The present state of the switches. */
export type PlatformFaults = {
  -readonly [Name in keyof Names]: Exclude<PlatformSwitches[Names[Name]], undefined>;
};

/** As the service is when nobody touched a switch; the limit is far above what a product needs. */
export const usualPlatform = (): PlatformFaults => ({
  v5End: null,
  v5DailyReach: '90_days',
  acls: 'all',
  revokedClients: [],
  turnedBasic: [],
  rateLimit: rateLimit.parse({ limit: 10_000 }),
  bulk: bulk.parse({}),
  ignoredWrite: 0,
  creativePendingMs: 0,
  creativeEnds: 'VALID',
  creativeDestination: 'always',
  cpaCapNull: 'clears',
  startZone: 'utc',
  ad: ad.parse({}),
  inheritedBid: 'shown',
  countryIn: 'metadata',
  reportFilter: 'any',
  zeroDays: 'date_only',
  deletedRows: 'yes',
  resultWithoutRows: false,
  pageCap: null,
  totalCount: 'absent',
  errorForm: 'field',
  brandNew: [],
});

/** Sets what a request names. */
export function applyPlatformSwitches(faults: PlatformFaults, switches: PlatformSwitches): void {
  const named = Object.entries(WIRE_NAMES).filter(([, wireName]) => switches[wireName] !== undefined);
  Object.assign(faults, Object.fromEntries(named.map(([name, wireName]) => [name, switches[wireName]])));
}

/** Whether an update is to be ignored; if so the switch counts down. */
export function consumeIgnoredWrite(faults: PlatformFaults): boolean {
  if (faults.ignoredWrite === 0) return false;
  faults.ignoredWrite -= 1;
  return true;
}
