import {
  adGroupsBidsBodySchema,
  adGroupsStatusBodySchema,
  campaignsBudgetsBodySchema,
  campaignsStatusBodySchema,
  deleteAdGroupsBodySchema,
  deleteCampaignsBodySchema,
  deleteKeywordsBodySchema,
  keywordsBidsBodySchema,
  keywordsStatusBodySchema,
  searchMatchBodySchema,
  settingsChangePaths,
} from '@tapwise/contract';
import type { Edit } from '@tapwise/domain';
import type { z } from 'zod';
import { amountEdits, deletions, statusEdits, type Wishes } from './read-edits.ts';

/** What every body has beside its edits. */
export interface CallBody {
  readonly application_id: number | string;
  readonly asa_organization_id: number | string;
  readonly comment?: string | undefined;
  readonly confirm_guardrails?: boolean | undefined;
  readonly update_keywords?: boolean | undefined;
}

/** A call that changes settings. `edits` puts its body into rows, given the currency of the settings. */
export interface SettingsCall {
  readonly method: 'PUT' | 'DELETE';
  readonly path: string;
  readonly body: z.ZodType<CallBody>;
  readonly edits: (body: never, currency: string) => Edit[];
}

const settingsCall = <Body extends CallBody>(
  method: SettingsCall['method'],
  path: string,
  body: z.ZodType<Body>,
  edits: (body: Body, currency: string) => Edit[],
): SettingsCall => ({ method, path, body, edits: edits as SettingsCall['edits'] });

const numeric = (wishes: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(wishes).sort((left, right) => Number(left) - Number(right));

/** One row for each object and field, in the order that the contract gives. */
const twoFields = <First extends string, Second extends string>(
  wishes: Readonly<Record<string, Partial<Record<First | Second, number | string | null | undefined>>>>,
  fields: readonly (readonly [name: First | Second, field: Edit['field']])[],
  key: (id: string) => string,
): Wishes =>
  numeric(wishes).flatMap((id) =>
    fields.flatMap(([name, field]) => {
      const wish = wishes[id]?.[name];
      return wish === undefined ? [] : [{ key: key(id), field, wish }];
    }),
  );

const budgetFields = [
  ['total', 'budget'],
  ['daily', 'daily_cap'],
  ['target_cpa', 'target_cpa'],
] as const;
const bidFields = [
  ['cpt', 'cpt_bid'],
  ['cpa', 'cpa_goal'],
] as const;

/** Calls of the settings, each with its rows. */
export const settingsCalls: readonly SettingsCall[] = [
  settingsCall('PUT', settingsChangePaths.campaignsStatus, campaignsStatusBodySchema, (body) =>
    statusEdits(body.campaign_ids, [], body),
  ),
  settingsCall('PUT', settingsChangePaths.adGroupsStatus, adGroupsStatusBodySchema, (body) =>
    statusEdits(body.ad_group_ids, [body.campaign_id], body),
  ),
  settingsCall('PUT', settingsChangePaths.keywordsStatus, keywordsStatusBodySchema, (body) =>
    statusEdits(body.keyword_ids, [body.campaign_id, body.ad_group_id], body),
  ),
  settingsCall('DELETE', settingsChangePaths.campaigns, deleteCampaignsBodySchema, (body) =>
    deletions(body.campaign_ids, []),
  ),
  settingsCall('DELETE', settingsChangePaths.adGroups, deleteAdGroupsBodySchema, (body) =>
    deletions(body.ad_group_ids, [body.campaign_id]),
  ),
  settingsCall('DELETE', settingsChangePaths.keywords, deleteKeywordsBodySchema, (body) =>
    deletions(body.keyword_ids, [body.campaign_id, body.ad_group_id]),
  ),
  settingsCall('PUT', settingsChangePaths.campaignsBudgets, campaignsBudgetsBodySchema, (body, currency) =>
    amountEdits(
      twoFields(body.budgets, budgetFields, (id) => id),
      twoFields(body.based_on ?? {}, budgetFields, (id) => id),
      currency,
    ),
  ),
  settingsCall('PUT', settingsChangePaths.adGroupsBids, adGroupsBidsBodySchema, (body, currency) => {
    const key = (id: string): string => `${body.campaign_id}:${id}`;
    const based = twoFields(body.based_on ?? {}, bidFields, key);
    return amountEdits(twoFields(body.bids, bidFields, key), based, currency);
  }),
  settingsCall('PUT', settingsChangePaths.keywordsBids, keywordsBidsBodySchema, (body, currency) => {
    const wishes = (bids: Readonly<Record<string, number | string | null>>): Wishes =>
      Object.entries(bids).map(([key, wish]) => ({ key, field: 'cpt_bid', wish }));
    return amountEdits(wishes(body.new_bids), wishes(body.based_on ?? {}), currency);
  }),
  settingsCall('PUT', settingsChangePaths.adGroupSearchMatch, searchMatchBodySchema, (body) => {
    const key = `${body.campaign_id}:${body.ad_group_id}`;
    const based = Object.entries(body.based_on ?? {}).map(([id, wish]) => {
      return { key: `${body.campaign_id}:${id}`, field: 'search_match' as const, wish };
    });
    return amountEdits([{ key, field: 'search_match', wish: body.search_match }], based, '');
  }),
];
