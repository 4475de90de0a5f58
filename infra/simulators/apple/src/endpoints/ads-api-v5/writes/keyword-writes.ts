import type { AdGroup, Campaign, Keyword } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { type AdsApiErrorItem, badRequest, notFound, refusalOf } from '../../advertising/ads-api-error.ts';
import { adGroupOf, campaignOf } from '../../advertising/ads-api-site.ts';
import { currentKeywords, keywordKey, setting } from '../../advertising/changes/rules.ts';
import { bidOf, MOST_KEYWORDS, objectBody, statusOf, textOf } from '../../advertising/changes/values.ts';
import { keywordView } from '../structure/structure-views.ts';
import { currentAdGroup, listBody, problem, readRows, reportedProblems } from './fields.ts';
import type { Handled, WriteCall, WriteRoutes } from './write-route.ts';

const SWITCH = ['ACTIVE', 'PAUSED'] as const;
export const MATCH_TYPES = ['BROAD', 'EXACT'] as const;

export function registerKeywordWrites(routes: WriteRoutes): void {
  const keywords = '/campaigns/:campaignId/adgroups/:adGroupId/targetingkeywords';
  routes.add('POST', `${keywords}/bulk`, createKeywords);
  routes.add('PUT', `${keywords}/bulk`, updateKeywords);
  routes.add('POST', `${keywords}/delete/bulk`, deleteKeywords);
  routes.add('DELETE', `${keywords}/:id`, deleteKeyword);
}

/** The keywords of these ids as they are after the call, in this order. */
const responseData =
  (campaign: Campaign, adGroup: AdGroup, ids: readonly number[]): Handled['data'] =>
  (settings) => {
    const byId = new Map(adGroup.keywords.map((keyword) => [keyword.id, keyword]));
    const nowCampaign = settings.campaign(campaign);
    const nowGroup = settings.adGroup(adGroup);
    return ids.flatMap((id) => {
      const keyword = byId.get(id);
      return keyword === undefined ? [] : [keywordView(nowCampaign, nowGroup, settings.keyword(keyword))];
    });
  };

function updateKeywords(call: WriteCall): Handled {
  const { campaign, built } = currentAdGroup(call);
  const keywordsById = new Map(currentKeywords(built, call.settings).map((keyword) => [keyword.id, keyword]));
  const effects = readRows(call, listBody(call.body), (row, index) => {
    const at = (field: string) => `KeywordImport[${index}].${field}`;
    const fields = objectBody(row, ['id', 'status', 'bidAmount', 'campaignId', 'adGroupId']);
    const keyword = keywordsById.get(Number(fields.id));
    if (keyword === undefined) throw badRequest('The keyword does not exist', at('id'), 'INVALID_KEYWORD_ID');
    if (call.faults.lockedKeywords.includes(keyword.id))
      throw badRequest('The keyword cannot be edited', at('id'), 'KEYWORD_NOT_EDITABLE');
    const part: Record<string, unknown> = {};
    if ('status' in fields) part.status = statusOf(fields.status, SWITCH, at('status'));
    if ('bidAmount' in fields)
      part.bid = fields.bidAmount === null ? null : bidOf(fields.bidAmount, campaign, at('bidAmount'));
    return setting(campaign, keyword, part);
  });
  return {
    effects,
    data: responseData(
      campaign,
      built,
      effects.map(({ id }) => id),
    ),
  };
}

type NewKeyword = Pick<EffectOf<'keyword'>, 'text' | 'matchType' | 'bid' | 'status'>;

function createKeywords(call: WriteCall): Handled {
  const { campaign, built } = currentAdGroup(call);
  const rows = readRows(call, listBody(call.body), (row, index): NewKeyword => {
    const at = (field: string) => `KeywordImport[${index}].${field}`;
    const fields = objectBody(row, ['text', 'matchType', 'bidAmount', 'status', 'campaignId', 'adGroupId']);
    return {
      text: textOf(fields.text, at('text')),
      matchType: statusOf(fields.matchType ?? 'BROAD', MATCH_TYPES, at('matchType')),
      bid: fields.bidAmount == null ? null : bidOf(fields.bidAmount, campaign, at('bidAmount')),
      status: statusOf(fields.status ?? 'ACTIVE', SWITCH, at('status')),
    };
  });
  const current = currentKeywords(built, call.settings);
  if (current.length + rows.length > MOST_KEYWORDS)
    throw badRequest(`More than ${MOST_KEYWORDS} keywords in one ad group`, '', 'LIMIT_EXCEEDED');
  const { fresh, problems } = withoutDuplicates(call, rows, current, 'KeywordImport');
  const effects = fresh.map((row, ahead): EffectOf<'keyword'> => {
    const id = call.api.world.written.nextId('keyword', ahead);
    return { do: 'keyword', id, campaign: campaign.index, adGroup: built.id, ...row };
  });
  return {
    effects,
    problems,
    data: responseData(
      campaign,
      built,
      effects.map(({ id }) => id),
    ),
  };
}

/**
 * Rows whose text and match type are neither stored nor further up in the list.
 * @throws AdsApiError 400 when there are others and the fault says that they refuse the whole call
 */
export function withoutDuplicates<Row extends { text: string; matchType: string }>(
  call: WriteCall,
  rows: readonly Row[],
  current: readonly { text: string; matchType: string }[],
  list: string,
): { fresh: readonly Row[]; problems: readonly AdsApiErrorItem[] } {
  const existingKeys = new Set(current.map(keywordKey));
  const problems: AdsApiErrorItem[] = [];
  const fresh = rows.filter((row, index) => {
    const isNew = !existingKeys.has(keywordKey(row));
    existingKeys.add(keywordKey(row));
    const field = `${list}[${index}].text:matchType`;
    if (!isNew) problems.push(problem('DUPLICATE_KEYWORD', 'duplicate keyword found in the system', field));
    return isNew;
  });
  if (problems.length > 0 && call.faults.duplicates === 'refused')
    throw refusalOf(400, reportedProblems(call, problems));
  return { fresh, problems };
}

function deleteKeywords(call: WriteCall): Handled {
  const { campaign, built } = currentAdGroup(call);
  const wanted = new Set(listBody(call.body).map(Number));
  return deletion(
    campaign,
    currentKeywords(built, call.settings).filter(({ id }) => wanted.has(id)),
  );
}

function deleteKeyword(call: WriteCall): Handled {
  const campaign = campaignOf(call.api, call.organization, call.path.campaignId);
  const adGroup = adGroupOf(campaign, call.path.adGroupId);
  const matching = currentKeywords(adGroup, call.settings).filter(({ id }) => String(id) === call.path.id);
  return { ...deletion(campaign, matching), data: () => null };
}

/** @throws AdsApiError 404 when none of them exists */
export function deletion(campaign: Campaign, objects: readonly Pick<Keyword, 'id'>[]): Handled {
  if (objects.length === 0) throw notFound();
  const effects = objects.map((item) => setting(campaign, item, { deleted: true }));
  return { effects, data: () => effects.length };
}
