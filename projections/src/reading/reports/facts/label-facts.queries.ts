import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import type { FactParams } from './fact-params.ts';
import type { StructureFact } from './structure-facts.queries.ts';

const params = z.object({
  of: z.enum(['campaign', 'ad_group', 'keyword']),
  application_id: z.number(),
  org_id: z.number(),
  /** Empty: all of them. */
  campaign_ids: z.array(z.number()),
});

/** Objects above the level of a question have labels that count for its rows; those below it do not. */
const levels = { campaign: 'AND ad_group_id = 0', ad_group: 'AND keyword_id = 0', keyword: '' };

const labelledObjects = defineQuery({
  name: 'report-labels',
  sql: ({ of, campaign_ids }) => `SELECT campaign_id, ad_group_id, keyword_id, arraySort(groupArray(label_id)) AS labels
    FROM label_object_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND is_set ${levels[of]}
      ${campaign_ids.length === 0 ? '' : 'AND campaign_id IN {campaign_ids:Array(UInt64)}'}
      AND label_id IN (SELECT label_id FROM label_current_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND NOT is_deleted)
    GROUP BY campaign_id, ad_group_id, keyword_id`,
  params,
  row: z.object({
    campaign_id: z.number(),
    ad_group_id: z.number(),
    keyword_id: z.number(),
    labels: z.array(z.number()),
  }),
});

/** Labels of the objects of a question, and of what these are in. */
export interface ObjectLabels {
  readonly of: FactParams['of'];
  /** Ids, ascending, by ids of campaign, ad group and keyword. */
  readonly byObject: ReadonlyMap<string, readonly number[]>;
}

const keyOf = (campaignId: number, adGroupId: number, keywordId: number): string =>
  `${campaignId}:${adGroupId}:${keywordId}`;
const none: readonly number[] = [];

/** Countries and months have no labels. @throws the engine's error. */
export async function readLabels(
  client: ClickHouseClient,
  { of, within, application_id, org_id, campaign_id, campaign_ids: chosen }: FactParams,
  signal?: AbortSignal,
): Promise<ObjectLabels> {
  if (of === 'country' || of === 'all') return { of, byObject: new Map() };
  const campaign_ids = within === 'organization' ? [] : within === 'campaigns' ? chosen : [campaign_id];
  const rows = await labelledObjects(client, { of, application_id, org_id, campaign_ids }, signal);
  const byObject = new Map(
    rows.map((row) => [keyOf(row.campaign_id, row.ad_group_id, row.keyword_id), row.labels] as const),
  );
  return { of, byObject };
}

/** Ids of the labels of an object alone. @param structure `undefined`: it was never shown, so no one can have marked it. */
export function ownLabels({ of, byObject }: ObjectLabels, structure: StructureFact | undefined): readonly number[] {
  if (structure === undefined || byObject.size === 0) return none;
  const { id, campaign_id, ad_group_id } = structure;
  return byObject.get(keyOf(campaign_id, ad_group_id, of === 'keyword' ? id : 0)) ?? none;
}

/** Whether an object, or what it is in, has one of the wanted labels. */
export function hasLabel(
  labels: ObjectLabels,
  structure: StructureFact | undefined,
  wanted: ReadonlySet<number>,
): boolean {
  if (structure === undefined) return false;
  const { campaign_id, ad_group_id } = structure;
  const keys = [keyOf(campaign_id, 0, 0), keyOf(campaign_id, ad_group_id, 0)];
  const ofParents = keys.flatMap((key) => labels.byObject.get(key) ?? none);
  return [...ownLabels(labels, structure), ...ofParents].some((id) => wanted.has(id));
}

const idRows = defineQuery({
  name: 'labels-of-application',
  sql: `SELECT DISTINCT label_id FROM label_current_v1
    WHERE application_id = {application_id:UInt64} AND label_id IN {ids:Array(UInt64)}`,
  params: z.object({ application_id: z.number(), ids: z.array(z.number()) }),
  row: z.object({ label_id: z.number() }),
});

/** Whether all of the labels are the application's, or were. @throws the engine's error. */
export async function areLabelsOfApplication(
  client: ClickHouseClient,
  application_id: number,
  ids: readonly number[],
): Promise<boolean> {
  const rows = await idRows(client, { application_id, ids: [...ids] });
  return rows.length === new Set(ids).size;
}
