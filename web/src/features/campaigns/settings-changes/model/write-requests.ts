import { type PendingEdit, unitsOf } from './pending-edit.ts';

/** A write of settings: one call, one change. */
export interface WriteRequest {
  path: string;
  body: Record<string, unknown>;
  /** The edits it sends. */
  edits: readonly PendingEdit[];
}

interface Base {
  application_id: number;
  asa_organization_id: number;
}

/** Most rows one call takes. */
const mostRows = 5_000;

/** Amounts as calls take them; `null` clears a goal, and as a base says that nothing was set. */
const wire = (value: PendingEdit['value']) => (typeof value === 'number' ? unitsOf(value) : value);

const partOf = (key: string, index: number): number => Number(key.split(':')[index]);

/**
 * The calls that send edits: budgets and target CPAs in one, bids of ad groups in one for each campaign, each switch in its own, bids of
 * keywords in one, however many campaigns they are in.
 * @param updateKeywords keywords with bids of their own follow a new bid of their ad group
 */
export function writeRequests(edits: readonly PendingEdit[], base: Base, updateKeywords: boolean): WriteRequest[] {
  const ofFields = (...fields: PendingEdit['field'][]) => edits.filter(({ field }) => fields.includes(field));
  const isKeyword = ({ key }: PendingEdit) => key.split(':').length === 3;
  const bids = ofFields('cpt_bid', 'cpa_goal');
  const ofAdGroups = bids.filter((edit) => !isKeyword(edit));
  const campaigns = [...new Set(ofAdGroups.map(({ key }) => partOf(key, 0)))];
  return [
    ...chunksOf(ofFields('budget', 'daily_cap', 'target_cpa')).map((some) => budgetRequest(some, base)),
    ...campaigns.flatMap((campaign) =>
      chunksOf(ofAdGroups.filter(({ key }) => partOf(key, 0) === campaign)).map((part) =>
        adGroupRequest(campaign, part, base, updateKeywords),
      ),
    ),
    ...ofFields('search_match').map((edit) => searchMatchRequest(edit, base)),
    ...chunksOf(bids.filter(isKeyword)).map((some) => keywordRequest(some, base)),
  ];
}

function chunksOf(edits: readonly PendingEdit[]): PendingEdit[][] {
  const chunks: PendingEdit[][] = [];
  for (let from = 0; from < edits.length; from += mostRows) chunks.push(edits.slice(from, from + mostRows));
  return chunks;
}

/** `{id: {name: value}}` for all edits, once of what is requested and once of what it is based on. */
function nested(edits: readonly PendingEdit[], index: number, names: Partial<Record<PendingEdit['field'], string>>) {
  const requested: Record<string, Record<string, unknown>> = {};
  const basedOn: Record<string, Record<string, unknown>> = {};
  for (const { key, field, value, base } of edits) {
    const id = String(partOf(key, index));
    const name = names[field] ?? field;
    requested[id] = { ...requested[id], [name]: wire(value) };
    basedOn[id] = { ...basedOn[id], [name]: wire(base) };
  }
  return { requested, basedOn };
}

function budgetRequest(edits: readonly PendingEdit[], base: Base): WriteRequest {
  const { requested, basedOn } = nested(edits, 0, { budget: 'total', daily_cap: 'daily' });
  return { path: '/api/asa/campaigns_budgets', body: { ...base, budgets: requested, based_on: basedOn }, edits };
}

function adGroupRequest(
  campaign_id: number,
  edits: readonly PendingEdit[],
  base: Base,
  update_keywords: boolean,
): WriteRequest {
  const { requested, basedOn } = nested(edits, 1, { cpt_bid: 'cpt', cpa_goal: 'cpa' });
  const body = { ...base, campaign_id, update_keywords, bids: requested, based_on: basedOn };
  return { path: '/api/asa/adgroups_bids', body, edits };
}

function searchMatchRequest(edit: PendingEdit, base: Base): WriteRequest {
  const body = {
    ...base,
    campaign_id: partOf(edit.key, 0),
    ad_group_id: partOf(edit.key, 1),
    search_match: edit.value,
    based_on: { [partOf(edit.key, 1)]: edit.base },
  };
  return { path: '/api/asa/ad_group_search_match', body, edits: [edit] };
}

function keywordRequest(edits: readonly PendingEdit[], base: Base): WriteRequest {
  const body = {
    ...base,
    new_bids: Object.fromEntries(edits.map(({ key, value }) => [key, wire(value)])),
    based_on: Object.fromEntries(edits.map(({ key, base: before }) => [key, wire(before)])),
  };
  return { path: '/api/asa/keywords_bids', body, edits };
}
