import type { Change, ChangeResponse, CreationResponse } from '@tapwise/contract';
import type { HttpCall } from '../../server/http/http-client.ts';
import { request } from '../../server/http/request.ts';
import { keyOfRow } from './row-key.ts';
import { readChange, sendWrite } from './write-calls.ts';

export type Row = Pick<
  Change,
  'level' | 'campaign_id' | 'ad_group_id' | 'keyword_id' | 'field' | 'old' | 'new' | 'undoes'
>;
type Base = Readonly<{ application_id: number; asa_organization_id: number }>;
type Write = Pick<HttpCall, 'method' | 'path' | 'body'>;

/**
 * The write that finds out the outcome of a row whose call was never answered: the same value, based on what was there before.
 * It is read at the ad service first, and sent only where it is still as before; what someone else set is a conflict.
 * @returns `null` for what cannot be requested again
 */
export function wishAgain(row: Row, base: Base): Write | null {
  const { level, field, new: requested } = row;
  if (field === 'status') return statusAgain(row, base);
  if (field === 'search_match' && typeof requested === 'boolean') return searchMatchAgain(row, base);
  if (field === 'creative') return pageAgain(row, base);
  // What an undo led to may have no call of its own: negatives that are removed, bids that follow the ad group again.
  const undo = undoAgain(row, base);
  if (field === 'negative') return undo ?? negativeAgain(row, base);
  if (field === 'cpt_bid' && requested === null) return undo;
  const amount = typeof requested === 'number' || (field === 'cpa_goal' && requested === null);
  if (!amount) return null;
  if (level === 'campaign') return budgetAgain(row, base);
  return level === 'ad_group' ? adGroupAgain(row, base) : keywordAgain(row, base);
}

const addingPath = '/api/asa/skag_campaign/keyword';

/**
 * Sends a wish. What adds keywords is not answered row by row: it is a change too, and asked for as one once it has ended.
 * @returns the outcome of the row, or nothing while it is not known
 * @throws ApiError when the wish is refused
 */
export async function resultsOf(write: Write, applicationId: number): Promise<ChangeResponse['results']> {
  if (write.path !== addingPath) return (await sendWrite(write)).results;
  const { change_id } = (await request<CreationResponse>(write)).body;
  return change_id === undefined ? [] : (await readChange(applicationId, change_id)).results;
}

function statusAgain({ level, campaign_id, ad_group_id, keyword_id, old, new: status }: Row, base: Base): Write | null {
  const id = { campaign: campaign_id, ad_group: ad_group_id, keyword: keyword_id }[level];
  if (typeof status !== 'string' || id === null) return null;
  const body = {
    ...base,
    ...(level === 'campaign' ? {} : { campaign_id }),
    ...(level === 'keyword' ? { ad_group_id } : {}),
    [`${level}_ids`]: [id],
  };
  if (status === 'DELETED') return { method: 'DELETE', path: `/api/asa/${level}s`, body };
  return { method: 'PUT', path: `/api/asa/${level}s_status`, body: { ...body, status, based_on: { [id]: old } } };
}

function searchMatchAgain({ campaign_id, ad_group_id, old, new: search_match }: Row, base: Base): Write {
  const body = { ...base, campaign_id, ad_group_id, search_match, based_on: { [String(ad_group_id)]: old } };
  return { method: 'PUT', path: '/api/asa/ad_group_search_match', body };
}

function pageAgain({ campaign_id: campaignId, ad_group_id: id, old, new: creativeId }: Row, base: Base): Write | null {
  if (id === null || typeof creativeId !== 'number') return null;
  const body = { ...base, ad_groups: [{ id, campaignId, creativeId }], based_on: { [id]: old } };
  return { method: 'PUT', path: '/api/asa/ad_groups_cpps', body };
}

/** The undo of the same change again, of this object alone. Negatives that a rule added have no id: those of one place go together. */
function undoAgain(row: Row, { application_id }: Base): Write | null {
  if (row.undoes === null) return null;
  const body = { application_id, change_id: row.undoes, keys: [keyOfRow(row)] };
  return { method: 'POST', path: '/api/asa/undo', body };
}

/** Of the results of a wish that was made again, the one of a row: negatives of one place share their key, not their text. */
export const resultOf = (results: ChangeResponse['results'], { old, new: requested }: Pick<Row, 'old' | 'new'>) =>
  results.find((result) => result.old === old && result.new === requested) ?? results[0];

/** A negative that a rule was to add; one that is there already is left as it is. */
function negativeAgain({ campaign_id, ad_group_id, new: text }: Row, base: Base): Write | null {
  if (typeof text !== 'string') return null;
  const fields =
    ad_group_id === null
      ? { negative_keywords: [text] }
      : { negative_keywords_for_ad_groups: { [ad_group_id]: [text] } };
  const body = { ...base, campaign_id, keywords: [], ...fields };
  return { method: 'POST', path: addingPath, body };
}

function budgetAgain({ campaign_id, field, old, new: requested }: Row, base: Base): Write | null {
  const name = (
    { budget: 'total', daily_cap: 'daily', target_cpa: 'target_cpa' } as Partial<Record<Row['field'], string>>
  )[field];
  if (name === undefined) return null;
  const body = { budgets: { [campaign_id]: { [name]: requested } }, based_on: { [campaign_id]: { [name]: old } } };
  return { method: 'PUT', path: '/api/asa/campaigns_budgets', body: { ...base, ...body } };
}

function adGroupAgain({ campaign_id, ad_group_id, field, old, new: requested }: Row, base: Base): Write | null {
  const name = ({ cpt_bid: 'cpt', cpa_goal: 'cpa' } as Partial<Record<Row['field'], string>>)[field];
  if (name === undefined || ad_group_id === null) return null;
  const body = { bids: { [ad_group_id]: { [name]: requested } }, based_on: { [ad_group_id]: { [name]: old } } };
  return {
    method: 'PUT',
    path: '/api/asa/adgroups_bids',
    body: { ...base, campaign_id, update_keywords: false, ...body },
  };
}

function keywordAgain(
  { campaign_id, ad_group_id, keyword_id, field, old, new: requested }: Row,
  base: Base,
): Write | null {
  if (field !== 'cpt_bid') return null;
  const key = [campaign_id, ad_group_id, keyword_id].join(':');
  return {
    method: 'PUT',
    path: '/api/asa/keywords_bids',
    body: { ...base, new_bids: { [key]: requested }, based_on: { [key]: old } },
  };
}
