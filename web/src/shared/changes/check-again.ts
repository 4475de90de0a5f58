import type { Change } from '@tapwise/contract';
import type { HttpCall } from '../http/http-client.ts';

type Row = Pick<Change, 'level' | 'campaign_id' | 'ad_group_id' | 'keyword_id' | 'field' | 'old' | 'new'>;
type Base = Readonly<{ application_id: number; asa_organization_id: number }>;
type Write = Pick<HttpCall, 'method' | 'path' | 'body'>;

/**
 * The write that finds out the outcome of a row whose call was never answered: the same value, based on what was there before.
 * It is read at the ad service first, and sent only where it is still as before; what someone else set is a conflict.
 * @returns `null` for what cannot be wished again
 */
export function wishAgain(row: Row, base: Base): Write | null {
  const { level, field, new: wished } = row;
  if (field === 'status') return statusAgain(row, base);
  if (field === 'search_match' && typeof wished === 'boolean') return searchMatchAgain(row, base);
  const amount = typeof wished === 'number' || (field === 'cpa_goal' && wished === null);
  if (!amount) return null;
  if (level === 'campaign') return budgetAgain(row, base);
  return level === 'ad_group' ? adGroupAgain(row, base) : keywordAgain(row, base);
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

function budgetAgain({ campaign_id, field, old, new: wished }: Row, base: Base): Write | null {
  const name = ({ budget: 'total', daily_cap: 'daily' } as Partial<Record<Row['field'], string>>)[field];
  if (name === undefined) return null;
  const body = { budgets: { [campaign_id]: { [name]: wished } }, based_on: { [campaign_id]: { [name]: old } } };
  return { method: 'PUT', path: '/api/asa/campaigns_budgets', body: { ...base, ...body } };
}

function adGroupAgain({ campaign_id, ad_group_id, field, old, new: wished }: Row, base: Base): Write | null {
  const name = ({ cpt_bid: 'cpt', cpa_goal: 'cpa' } as Partial<Record<Row['field'], string>>)[field];
  if (name === undefined || ad_group_id === null) return null;
  const body = { bids: { [ad_group_id]: { [name]: wished } }, based_on: { [ad_group_id]: { [name]: old } } };
  return {
    method: 'PUT',
    path: '/api/asa/adgroups_bids',
    body: { ...base, campaign_id, update_keywords: false, ...body },
  };
}

function keywordAgain(
  { campaign_id, ad_group_id, keyword_id, field, old, new: wished }: Row,
  base: Base,
): Write | null {
  if (field !== 'cpt_bid') return null;
  const key = [campaign_id, ad_group_id, keyword_id].join(':');
  return {
    method: 'PUT',
    path: '/api/asa/keywords_bids',
    body: { ...base, new_bids: { [key]: wished }, based_on: { [key]: old } },
  };
}
